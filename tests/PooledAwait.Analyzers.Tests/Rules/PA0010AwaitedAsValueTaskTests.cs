namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0010AwaitedAsValueTaskTests
{
    [Theory]
    [InlineData("await [|A().AsValueTask()|];", "async PooledValueTask M()")]
    [InlineData("await [|A().AsValueTask()|].ConfigureAwait(false);", "async PooledTask M()")]
    [InlineData("var s = PooledValueTaskSource<int>.Create(); s.SetResult(1); await [|s.Task|];", "async FireAndForget M()")]
    [InlineData("await [|A().AsValueTask()|];",
        "[AsyncMethodBuilder(typeof(PooledAwait.PooledAsyncValueTaskMethodBuilder))] async ValueTask M()")]
    public async Task Await_OfAValueTaskInAPooledMethod_IsReported(string statements, string signature) =>
        await Verify.ReportsInAsync<PA0010AwaitedAsValueTaskAnalyzer>(statements, signature);

    [Theory]
    [InlineData("var s = PooledValueTaskSource<int>.Create(); s.SetResult(1); await s.Task;", "async Task M()")]
    [InlineData("Func<Task> f = async () => await A().AsValueTask(); await f();", "async PooledValueTask M()")]
    public async Task Await_ThatIsRight_IsNotReported(string statements, string signature) =>
        await Verify.ReportsInAsync<PA0010AwaitedAsValueTaskAnalyzer>(statements, signature);

    [Fact]
    public async Task Fix_AwaitsTheOperation() => await Verify.FixesAsync<PA0010AwaitedAsValueTaskAnalyzer, PA0010AwaitedAsValueTaskFix>(
        Verify.InMethod("await A().AsValueTask().ConfigureAwait(false);\nvar s = PooledValueTaskSource<int>.Create();\nawait s.Task;"),
        Verify.InMethod("await A().ConfigureAwait(false);\nvar s = PooledValueTaskSource<int>.Create();\nawait s.PooledTask;"));
}
