namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0008RuntimeAsyncTests
{
    private const string Marked = """
        using PooledAwait;

        class C
        {
            [[|AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))|]]
            async ValueTask M() => await Task.Yield();

            [Obsolete, [|AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))|]]
            async Task<int> N() { await Task.Yield(); return 1; }

            [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
            async ValueTask Theirs() => await Task.Yield();

            async PooledValueTask Type() => await Task.Yield();
        }
        """;

    private const string Attribute = """


        namespace System.Runtime.CompilerServices
        {
            class RuntimeAsyncMethodGenerationAttribute(bool runtimeAsync) : Attribute
            {
                public bool RuntimeAsync => runtimeAsync;
            }
        }
        """;

    [Fact]
    public async Task Attribute_WithoutIt_IsNotReported() =>
        await Verify.ReportsAsync<PA0008RuntimeAsyncAnalyzer>(new MarkedSource(Marked).Text);

    [Fact]
    public async Task Fix_KeepsTheMethodFromRuntimeAsync() => await Verify.FixesAsync<PA0008RuntimeAsyncAnalyzer, PA0008RuntimeAsyncFix>(
        new MarkedSource(Marked).Text + Attribute,
        new MarkedSource(Marked).Text
            .Replace("AsyncMethodBuilder(typeof(Pooled", "RuntimeAsyncMethodGeneration(false), AsyncMethodBuilder(typeof(Pooled",
                System.StringComparison.Ordinal) + Attribute,
        feature: "runtime-async");

    [Fact]
    public async Task Fix_RemovesTheAttribute() => await Verify.FixesAsync<PA0008RuntimeAsyncAnalyzer, PA0008RuntimeAsyncFix>(
        new MarkedSource(Marked).Text,
        new MarkedSource(Marked).Text
            .Replace("    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]\n", "", System.StringComparison.Ordinal)
            .Replace("[Obsolete, AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]", "[Obsolete]",
                System.StringComparison.Ordinal),
        action: 1,
        feature: "runtime-async");
}
