namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0003NotConsumedTests
{
    [Theory]
    [InlineData("_ = [|A()|];")]
    [InlineData("[|A().AsValueTask()|];")]
    [InlineData("[|A().ConfigureAwait(false)|];")]
    [InlineData("new List<int>().ForEach(x => [|A()|]);")]
    [InlineData("C? other = null; other?[|.N()|];")]
    [InlineData("var t = [|A()|]; t = A(); await t;")]
    [InlineData("var t = [|A()|]; while (!t.GetAwaiter().IsCompleted) Work();")]
    [InlineData("ValueTask t = [|A()|];")]
    [InlineData("if (condition) { var t = [|A()|]; }")]
    [InlineData("Func<Task> f = async () => { var t = [|A()|]; await Task.Yield(); }; await f();")]
    public async Task Operation_ThatIsDropped_IsReported(string statements) =>
        await Verify.ReportsAsync<PA0003NotConsumedAnalyzer>(Verify.InMethod(statements).Replace(
            "PooledValueTask _field;", "public PooledValueTask N() => A(); PooledValueTask _field;", System.StringComparison.Ordinal));

    [Theory]
    [InlineData("var t = A(); try { Work(); } finally { await t; }")]
    [InlineData("var t = A(); _field = t;")]
    [InlineData("var tasks = new List<PooledValueTask>(); var t = A(); tasks.Add(t);")]
    [InlineData("var t = A(); object o = t;")]
    [InlineData("var t = A(); await Local(); async Task Local() => await t;")]
    [InlineData("var t = A(); Func<Task> f = async () => await t; await f();")]
    [InlineData("var t = A(); Use(t);")]
    [InlineData("PooledValueTask t = default;")]
    [InlineData("PooledValueTask t; if (condition) t = A(); else t = A(); await t;")]
    [InlineData("Task task = A().AsValueTask().AsTask(); _ = task;")]
    [InlineData("var p = (A(), 1); Action<(PooledValueTask, int)> f = q => q.Item1.Forget(); f(p);")]
    [InlineData("var tasks = new PooledValueTask[1]; tasks[0] = condition ? A() : A(); await PooledValueTask.WhenAll(tasks);")]
    [InlineData("var t = Attributed();")]
    [InlineData("var s = PooledValueTaskSource.Create();")]
    // PA0004 reports these.
    [InlineData("await Task.Run(() => A()).ConfigureAwait(false);")]
    [InlineData("var t = await Task.Run(() => A());")]
    [InlineData("var t = A(); (PooledValueTask, int) pair = (t, 1); await pair.Item1;")]
    [InlineData("var t = A(); for (int i = 0; i < count; i++) { if (i == 3) { await t; } }")]
    public async Task Operation_ThatIsTaken_IsNotReported(string statements) =>
        await Verify.ReportsInAsync<PA0003NotConsumedAnalyzer>(statements);

    [Theory]
    [InlineData("Throws<TimeoutException>(() => { Work(); _ = A(); });")]
    [InlineData("Throws<TimeoutException>(() => { [|A()|]; Work(); });")]
    [InlineData("Throws<int>(() => [|A()|]);")]
    public async Task Operation_OfACallThatIsExpectedToFail_IsNotReported(string statement) =>
        await Verify.ReportsInAsync<PA0003NotConsumedAnalyzer>(statement + "\nstatic void Throws<T>(Action code) { }");

    [Fact]
    public async Task Fix_Forgets() => await Verify.FixesAsync<PA0003NotConsumedAnalyzer, PA0003NotConsumedFix>(
        Verify.InMethod("A();\n_ = B();\nAction a = () => A();\nA().Then(Work);"),
        Verify.InMethod("A().Forget();\nB().Forget();\nAction a = () => A().Forget();\nA().Then(Work).Forget();"));

    [Fact]
    public async Task Fix_Awaits_WhereTheFunctionIsAsync() => await Verify.FixesAsync<PA0003NotConsumedAnalyzer, PA0003NotConsumedFix>(
        Verify.InMethod("A();\n_ = B();\nAction a = () => A();"),
        Verify.InMethod("await A();\nawait B();\nAction a = () => A();"),
        action: 1,
        remains: true);
}
