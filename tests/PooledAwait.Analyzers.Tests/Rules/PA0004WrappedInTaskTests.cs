namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0004WrappedInTaskTests
{
    [Theory]
    [InlineData("await [|Task.Factory.StartNew(() => A())|];")]
    [InlineData("await [|Task.CompletedTask.ContinueWith(_ => A())|];")]
    public async Task Delegate_ThatReturnsAnOperation_IsReported(string statements) =>
        await Verify.ReportsInAsync<PA0004WrappedInTaskAnalyzer>(statements);

    [Theory]
    [InlineData("await (await Task.Run(() => B()).ConfigureAwait(false)).ConfigureAwait(false);")]
    [InlineData("await Task.Run(() => 1);")]
    public async Task Delegate_ThatDoesNot_IsNotReported(string statements) =>
        await Verify.ReportsInAsync<PA0004WrappedInTaskAnalyzer>(statements);

    [Fact]
    public async Task PooledTask_IsReported() => await Verify.ReportsAsync<PA0004WrappedInTaskAnalyzer>("""
        class C
        {
            static async PooledTask A() => await Task.Yield();
            Task M() => [|Task.Run(() => A())|];
        }
        """);

    [Fact]
    public async Task Fix_ReturnsATask()
    {
        string asTask = typeof(PooledValueTask).GetMethod("AsTask") is null ? "AsValueTask().AsTask()" : "AsTask()";
        await Verify.FixesAsync<PA0004WrappedInTaskAnalyzer, PA0004WrappedInTaskFix>(
            Verify.InMethod("await Task.Run(() => A());\nawait Task.Run(A);\nawait Task.Run(() => { Work(); return B(); });"),
            Verify.InMethod($"await Task.Run(() => A().{asTask});\nawait Task.Run(() => A().{asTask});\nawait Task.Run(() => {{ Work(); "
                + $"return B().{asTask}; }});"));
    }
}
