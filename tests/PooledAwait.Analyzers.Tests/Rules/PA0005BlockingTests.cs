namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0005BlockingTests
{
    [Theory]
    [InlineData("[|A().AsValueTask().AsTask().Wait()|];")]
    [InlineData("var t = B(); if (count > 0) Work(); int x = [|t|].AsValueTask().Result;")]
    [InlineData("var t = B(); int x = condition ? [|t|].GetAwaiter().GetResult() : 0;")]
    [InlineData("var t = B(); if (!t.GetAwaiter().IsCompleted) { int x = [|t|].GetAwaiter().GetResult(); }")]
    [InlineData("var t = B(); if (condition || t.GetAwaiter().IsCompleted) { int x = [|t|].GetAwaiter().GetResult(); }")]
    public async Task Operation_ThatMayBePending_IsReported(string statements) =>
        await Verify.ReportsInAsync<PA0005BlockingAnalyzer>(statements);

    [Theory]
    [InlineData("var t = B(); int x = t.GetAwaiter().IsCompleted ? t.GetAwaiter().GetResult() : await t;")]
    [InlineData("var t = B(); bool done = t.GetAwaiter().IsCompleted; if (done) { int x = t.GetAwaiter().GetResult(); }")]
    [InlineData("var t = new PooledValueTask<int>(3); int x = t.GetAwaiter().GetResult();")]
    [InlineData("Close(false).GetAwaiter().GetResult(); static async PooledValueTask Close(bool async) { if (async) await Task.Yield(); }")]
    [InlineData("var t = Close(async: false); t.GetAwaiter().GetResult(); static async PooledValueTask Close(bool async) { if (async) "
        + "await Task.Yield(); }")]
    [InlineData("PooledValueTask<int> t; while ((t = B()).IsCompleted) { int x = t.Result; } await t;")]
    [InlineData("var s = PooledValueTaskSource<int>.Create(); var t = s.PooledTask; s.SetResult(1); int x = t.Result;")]
    [InlineData("var t = Attributed(); int x = t.Result;")]
    [InlineData("Task task = A().AsValueTask().AsTask(); await task;")]
    public async Task Operation_ThatIsAwaitedOrComplete_IsNotReported(string statements) =>
        await Verify.ReportsInAsync<PA0005BlockingAnalyzer>(statements);

    [Fact]
    public async Task Fix_Awaits() => await Verify.FixesAsync<PA0005BlockingAnalyzer, PA0005BlockingFix>(
        Verify.InMethod("A().GetAwaiter().GetResult();\nvar t = B();\nint x = t.AsValueTask().Result;\nstring s = "
            + "B().GetAwaiter().GetResult().ToString();"),
        Verify.InMethod("await A();\nvar t = B();\nint x = await t;\nstring s = (await B()).ToString();"));

    [Fact]
    public async Task Fix_LeavesAMethodThatIsNotAsync() => await Verify.FixesAsync<PA0005BlockingAnalyzer, PA0005BlockingFix>(
        Verify.InMethod("A().GetAwaiter().GetResult();", "void M()"),
        Verify.InMethod("A().GetAwaiter().GetResult();", "void M()"));
}
