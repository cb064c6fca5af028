namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0006AwaitedInFrameworkMethodTests
{
    [Theory]
    [InlineData("[|await A()|];", "async void M()")]
    [InlineData("[|await A().ConfigureAwait(false)|];", "async Task M()")]
    [InlineData("[|await A()|]; yield return 1;", "async IAsyncEnumerable<int> M()")]
    [InlineData("Func<Task> f = async () => [|await A()|]; await f();", "async PooledValueTask M()")]
    [InlineData("await Local(); async Task Local() => [|await A()|];", "async PooledValueTask M()")]
    [InlineData("[|await A()|];", "[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))] async ValueTask M()")]
    public async Task Await_UnderTheFrameworksBuilder_IsReported(string statements, string signature) =>
        await Verify.ReportsInAsync<PA0006AwaitedInFrameworkMethodAnalyzer>(Returning(statements, signature), signature);

    [Theory]
    [InlineData("await A();", "async PooledValueTask M()")]
    [InlineData("await A();", "async PooledTask M()")]
    [InlineData("await A();", "async FireAndForget M()")]
    [InlineData("await A();", "[AsyncMethodBuilder(typeof(PooledAwait.PooledAsyncTaskMethodBuilder))] async Task M()")]
    [InlineData("await A();", "async Task Main()")]
    public async Task Await_OfAValueTaskOrUnderOurs_IsNotReported(string statements, string signature) =>
        await Verify.ReportsInAsync<PA0006AwaitedInFrameworkMethodAnalyzer>(
            statements, signature.Replace("async Task Main", "static async Task Main", StringComparison.Ordinal));

    [Theory]
    [InlineData("await A();", "async void M()", "PooledAwaitMethods=Void")]
    [InlineData("await A(); yield return 1;", "async IAsyncEnumerable<int> M()", "PooledAwaitMethods=AsyncIterator")]
    [InlineData(
        "await A();",
        "[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))] async ValueTask M()",
        "PooledAwaitMethods=ValueTask")]
    // Another form, and methods that keep the framework's builder.
    [InlineData("[|await A()|];", "async Task M()", "PooledAwaitMethods=Awaited")]
    [InlineData("[|await A()|];", "async ValueTask M()", "PooledAwaitMethods=Task")]
    [InlineData("[|await A()|];", "[AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder))] async Task M()", "PooledAwaitMethods=Task")]
    public async Task Await_InAMethodThatTheProjectPools_IsNotReported(string statements, string signature, string properties) =>
        await Verify.ReportsInAsync<PA0006AwaitedInFrameworkMethodAnalyzer>(statements, signature, properties);

    [Fact]
    public async Task Await_WithRuntimeAsync_IsNotReported() =>
        await Verify.ReportsAsync<PA0006AwaitedInFrameworkMethodAnalyzer>(
            "class C { async Task M(PooledValueTask t) => await t; }", feature: "runtime-async");

    [Fact]
    public async Task Fix_AwaitsAsValueTask() =>
        await Verify.FixesAsync<PA0006AwaitedInFrameworkMethodAnalyzer, PA0006AwaitedInFrameworkMethodFix>(
        Verify.InMethod("await A();\nint x = await B().ConfigureAwait(false) + await B();\nawait (condition ? A() : A());\nUse(await "
            + "Nested(await B()));", Signature),
        Verify.InMethod(
            "await A().AsValueTask();\nint x = await B().AsValueTask().ConfigureAwait(false) + await B().AsValueTask();\n"
            + "await (condition ? A() : A()).AsValueTask();\nUse(await Nested(await B().AsValueTask()).AsValueTask());",
            Signature));

    [Fact]
    public async Task Fix_PoolsTheMethod() =>
        await Verify.FixesAsync<PA0006AwaitedInFrameworkMethodAnalyzer, PA0006AwaitedInFrameworkMethodFix>(
        """
        using PooledAwait;

        class C
        {
            async Task M(PooledValueTask a, PooledValueTask b)
            {
                await a;
                await b;
            }

            async ValueTask<int> N(PooledValueTask<int> a) => await a;
        }
        """,
        """
        using PooledAwait;

        class C
        {
            [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
            async Task M(PooledValueTask a, PooledValueTask b)
            {
                await a;
                await b;
            }

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            async ValueTask<int> N(PooledValueTask<int> a) => await a;
        }
        """,
        action: 1);

    private const string Signature =
        "static async PooledValueTask<PooledValueTask> Nested(int x) { await A(); return A(); }\n    async Task M(bool condition, "
            + "int count)";

    private static string Returning(string statements, string signature) =>
        signature.Contains("Task<int>", StringComparison.Ordinal) ? statements + " return x;" : statements;
}
