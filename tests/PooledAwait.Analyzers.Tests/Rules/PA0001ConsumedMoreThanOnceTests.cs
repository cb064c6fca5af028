namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0001ConsumedMoreThanOnceTests
{
    [Theory]
    // On every path.
    [InlineData("var t = A(); ValueTask v = t.AsValueTask(); await v; await [|t|];")]
    [InlineData("var t = A(); ValueTask v = t; await t; await [|v|];")]
    [InlineData("var t = A(); await t.AsValueTask().AsTask(); [|t|].GetAwaiter().GetResult();")]
    [InlineData("var t = A(); t.GetAwaiter().UnsafeOnCompleted(Work); t.GetAwaiter().GetResult(); await [|t|];")]
    // Passed on.
    [InlineData("var t = B(); var (a, b) = await PooledValueTask.WhenAll(t, [|t|]);")]
    [InlineData("var t = A(); var u = A(); await PooledValueTask.WhenAll(t, u); await [|u|];")]
    [InlineData("var t = B(); int a = await t.Then(x => x + 1); int b = await [|t|];")]
    // On some paths.
    [InlineData("var t = A(); if (condition) await t; condition = !condition; if (condition) await [|t|];")]
    // Held by an out parameter, a pattern, a nullable, a tuple, or a source.
    [InlineData("Try(out var t); await t; await [|t|];")]
    [InlineData("PooledValueTask<int> t; if (Try(out t)) { await t; } await [|t|];")]
    [InlineData("object o = B(); switch (o) { case PooledValueTask<int> t: await t; await [|t|]; break; }")]
    [InlineData("PooledValueTask<int>? t = B(); await t.GetValueOrDefault(); if (t is { } u) await [|u|];")]
    [InlineData("PooledValueTask? t = A(); t?.Forget(); await [|t|].Value;")]
    [InlineData("var p = (A(), B()); await p.Item1; await [|p.Item1|];")]
    [InlineData("(PooledValueTask First, int Second) p = (A(), 1); await p.First; var q = p; await [|q.First|];")]
    [InlineData("var p = Pair(); await p.First; await [|p.Item1|];")]
    [InlineData("var (t, u) = (A(), A()); await t; await u; await [|t|];")]
    [InlineData("var s = PooledValueTaskSource<int>.Create(); var t = s.PooledTask; s.SetResult(1); await t; await [|s.Task|];")]
    // A ValueTask of an attributed method.
    [InlineData("ValueTask<int> t = condition ? Attributed() : Attributed(); await t; await [|t|];")]
    [InlineData("var t = Attributed(); await t.AsTask(); bool done = [|t|].IsCompleted;")]
    // Loops.
    [InlineData("var t = A(); while (condition) { await [|t|]; }")]
    [InlineData("var t = A(); for (int i = 0; i < count; i++) { Use([|t|]); }")]
    [InlineData("PooledValueTask t = default; for (int i = 0; i < count; i++) { if (i == 0) t = A(); await [|t|]; }")]
    // Exceptions.
    [InlineData("var t = A(); try { await t; } finally { [|t|].Forget(); }")]
    [InlineData("var t = A(); try { await t; } catch (Exception) { await [|t|]; }")]
    [InlineData("Func<Task<int>> f = async () => { var t = B(); try { return await t; } catch { return await [|t|]; } }; await f();")]
    // Functions that are passed to a call run there.
    [InlineData("var t = A(); await t; await Task.Run([|async () => await t|]);")]
    [InlineData("await Local(); async PooledValueTask Local() { var t = A(); await t; await [|t|]; }")]
    // Looked at after it was consumed.
    [InlineData("var t = A(); await t; bool done = [|t|].GetAwaiter().IsCompleted;")]
    public async Task Operation_ConsumedBefore_IsReported(string statements) =>
        await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>(statements);

    [Theory]
    [InlineData("var t = A(); if (count == 0) { await t; } if (count != 0) { t.Forget(); }")]
    [InlineData("PooledValueTask t = A(); while (condition) { await t; t = A(); } await t;")]
    [InlineData("var t = A(); t = condition ? A() : t; await t;")]
    [InlineData("var t = B(); if (t.GetAwaiter().IsCompleted) { int a = t.GetAwaiter().GetResult(); } else { int b = await t; }")]
    [InlineData("var t = A(); foreach (int i in new[] { 1 }) { if (i == count) { await t; break; } }")]
    [InlineData("var t = A(); bool equal = t == default; bool none = t.IsNull; await t; string s = t.ToString(); bool same = t.Equals(t);")]
    [InlineData("var t = A(); await Task.Run(async () => await t);")]
    [InlineData("Func<PooledValueTask<int>> f = () => { var t = B(); try { return t; } catch { t.Forget(); throw; } }; await f();")]
    [InlineData("if (Try(out var t)) { await t; }")]
    [InlineData("object o = B(); if (o is PooledValueTask<int> t) { await t; } else { Work(); }")]
    [InlineData("PooledValueTask? t = A(); t?.Forget(); if (t.HasValue && t != null) Work();")]
    [InlineData("var p = (A(), A()); await p.Item1; await p.Item2; p.Item1 = A(); await p.Item1; p = (A(), A()); await p.Item1;")]
    [InlineData("var t = A(); var u = A(); (t, u) = (u, t); await t; await u;")]
    [InlineData("var s = PooledValueTaskSource.Create(); Task.Run(() => s.TrySetResult()).Wait(); await s.PooledTask; s.TrySetResult();")]
    [InlineData("PooledValueTaskSource s; while (true) { s = PooledValueTaskSource.Create(); await s.PooledTask; }")]
    [InlineData("var s = new PooledValueTaskSource<int>(1); await s.PooledTask; await s.PooledTask;")]
    [InlineData("var t = Plain(); await t; await t;")]
    [InlineData("var t = Attributed().Preserve(); await t; await t;")]
    [InlineData("Func<ValueTask<int>> f = Attributed; var t = f(); await t; await t;")]
    [InlineData("PooledValueTask<int>? t = null; if (condition) t = B(); if (t is { } u) await u;")]
    [InlineData("var t = A(); lock (this) { Use(t); }", "PooledValueTask M(bool condition) ")]
    [InlineData("var t = A(); int x = count switch { 1 => Take(t), 2 => Take(t), _ => Take(t) }; static int Take(PooledValueTask task) "
        + "{ task.Forget(); return 0; }")]
    [InlineData("var t = A(); Task task = t.AsValueTask().AsTask(); await task; await task;")]
    [InlineData("var t = B(); t.GetAwaiter().OnCompleted(Work); if (t.IsCompleted) { int x = t.GetAwaiter().GetResult(); }")]
    [InlineData("var t = B(); t.AsValueTask().GetAwaiter().UnsafeOnCompleted(Work); int x = t.Result;")]
    public async Task Operation_ConsumedOnceOnEveryPath_IsNotReported(string statements, string? signature = null)
    {
        signature = signature is null ? "async PooledValueTask M(bool condition, int count)" : "void M(bool condition)";
        await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>(statements, signature);
    }

    // A read is kept from round to round: the variable, or another one, says whether it is still pending.
    [Theory]
    [InlineData("p ??= B(); if (p.Value.IsCompleted) { await p.GetValueOrDefault(); p = default; }")]
    [InlineData("p ??= B(); if (p is { IsCompleted: true }) { await p.Value; p = null; }")]
    [InlineData("var t = (p ??= B()); if (t.IsCompleted) { p = null; await t; }")]
    [InlineData("if (p is null) p = B(); if (p.Value.IsCompleted) { await p.Value; p = null; }")]
    [InlineData("if (p == null) { p = B(); } if (p.Value.IsCompleted) { await p.Value; p = null; }")]
    [InlineData("if (p is not { } t) { t = B(); p = t; } if (t.IsCompleted) { await t; p = null; }")]
    [InlineData("var t = p ?? B(); if (t.IsCompleted) { await t; p = null; } else { p = t; }")]
    [InlineData("var t = p.HasValue ? p.Value : B(); p = t; if (condition) { await t; p = null; }")]
    [InlineData("if (state is 0) { v = B(); state = 1; } if (v.IsCompleted) { await v; state = 0; }")]
    [InlineData("switch (state) { case 0: v = B(); state = 1; break; case 1: await v; state = 0; break; }")]
    [InlineData("n ??= Attributed(); if (n.Value.IsCompleted) { await n.Value; n = null; }")]
    public async Task Operation_KeptUntilItIsTaken_IsNotReported(string round) =>
        await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>(InRounds(round));

    [Theory]
    [InlineData("p ??= B(); if (condition) { await [|p|].Value; }")]
    [InlineData("p ??= B(); if ([|p|].Value.IsCompleted) { await [|p|].Value; }")]
    [InlineData("if (p is null) p = B(); await [|p|].Value;")]
    [InlineData("if (!has) { v = B(); has = true; } else { await v; await [|v|]; has = false; }")]
    [InlineData("if (state == 0) { v = B(); state = 1; } await [|v|]; state = 2;")]
    public async Task Operation_KeptAfterItIsTaken_IsReported(string round) =>
        await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>(InRounds(round));

    private static string InRounds(string round) => $$"""
        PooledValueTask<int>? p = null;
        ValueTask<int>? n = null;
        PooledValueTask<int> v = default;
        bool has = false;
        int state = 0;
        while (condition)
        {
            condition = !condition;
            {{round}}
        }
        """;

    [Theory]
    [InlineData("PooledAwaitMethods=valuetask", "Plain()", true)]
    [InlineData("PooledAwaitMethods=Awaited", "Plain()", false)]
    [InlineData("PooledAwaitMethods=Task,ValueTask", "OptedOut()", false)]
    [InlineData("PooledAwaitMethods=Task,ValueTask", "NotAsync()", false)]
    [InlineData("PooledAwaitMethods=Task,ValueTask", "System.IO.Stream.Null.ReadAsync(default)", false)]
    [InlineData("PooledAwaitAssemblies=Other,System.Private.CoreLib", "System.IO.Stream.Null.ReadAsync(default)", true)]
    [InlineData("PooledAwaitAssemblies=System.Private.CoreLib", "((IAsyncDisposable)System.IO.Stream.Null).DisposeAsync()", false)]
    public async Task ValueTask_ConsumedTwice_IsReportedWhereTheProjectPoolsIt(string properties, string call, bool isPooled) =>
        await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>(
            $$"""
            var t = {{call}};
            await t;
            await {{(isPooled ? "[|t|]" : "t")}};
            static ValueTask NotAsync() => default;
            [AsyncMethodBuilder(typeof(AsyncValueTaskMethodBuilder))]
            static async ValueTask OptedOut() => await Task.Yield();
            """,
            properties: properties);

    [Theory]
    // A call that rejects its arguments has consumed nothing.
    [InlineData("Throws<ArgumentException>(() => t.AsValueTask().WaitAsync(TimeSpan.FromDays(99)));", false)]
    [InlineData("Throws<ArgumentNullException>(() => t.Then((Action)null!));", false)]
    // It has, if it has none, if it is awaited, or if another exception comes of it.
    [InlineData("Throws<ArgumentException>(() => t.GetAwaiter().GetResult());", true)]
    [InlineData("Throws<ArgumentException>(() => t.AsTask().WaitAsync(TimeSpan.FromDays(99)));", true)]
    [InlineData("Throws<ArgumentException>(() => Use(t));", true)]
    [InlineData("Throws<ArgumentException>(async () => await t.WaitAsync(TimeSpan.FromDays(99)));", true)]
    [InlineData("Throws<int>(() => t.WaitAsync(TimeSpan.FromDays(99)));", true)]
    public async Task Operation_WithWhichACallIsExpectedToFail_IsConsumedUnlessArgumentsAreChecked(string statement, bool isConsumed) =>
        await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>(
            $"var t = A();\n{statement}\nawait {(isConsumed ? "[|t|]" : "t")};\nstatic void Throws<T>(Action code) {{ }}");

    [Theory]
    [InlineData("Use(task); return [|task|];", "ValueTask M(PooledValueTask task)")]
    [InlineData("await p.Item1; await [|p.Item1|];", "async Task M((PooledValueTask, int) p)")]
    [InlineData("await source.Task; await [|source.Task|];", "async Task M(PooledValueTaskSource<int> source)")]
    public async Task Parameter_ConsumedTwice_IsReported(string statements, string signature) =>
        await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>(statements, signature);

    [Fact]
    public async Task Constructor_AndPropertyAndLambdaField_AreFollowed() =>
        await Verify.ReportsAsync<PA0001ConsumedMoreThanOnceAnalyzer>("""
        class C
        {
            Action<PooledValueTask> _lambda = task => { task.Forget(); [|task|].Forget(); };
            C(PooledValueTask task) { task.Forget(); [|task|].Forget(); }
            PooledValueTask P { set { value.Forget(); [|value|].Forget(); } }
        }
        """);

    [Fact]
    public async Task Message_SaysWhereItWasConsumedAndOnWhichPaths()
    {
        var always = await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>("var t = A();\nawait t;\nawait [|t|];");
        Assert.Equal(
            "The result of 't' was already consumed at line 20; consume it once, or call AsTask() to await it more often",
            always[0].GetMessage(null));
        var sometimes =
            await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>("var t = A();\nif (condition) await t;\nawait [|t|];");
        Assert.Contains("'t' may already be consumed at line 20", sometimes[0].GetMessage(null), System.StringComparison.Ordinal);
    }

    [Fact]
    public async Task Method_WithTooManyPaths_IsGivenUpInTime()
    {
        var text = new System.Text.StringBuilder("var t = A(); int x = 0;\n");
        for (int i = 0; i < 80; i++)
        {
            text.Append(System.Globalization.CultureInfo.InvariantCulture, $"if (count > {i % 40}) x++;\n");
        }

        await Verify.ReportsInAsync<PA0001ConsumedMoreThanOnceAnalyzer>(text + "await t; await t;")
            .WaitAsync(System.TimeSpan.FromSeconds(30));
    }
}
