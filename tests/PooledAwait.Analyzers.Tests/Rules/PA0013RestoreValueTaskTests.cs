using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using PooledAwait.Analyzers.Tests.Support;
using PooledAwait.CodeFixes;

namespace PooledAwait.Analyzers.Tests.Rules;

/// <summary>The reverse of PA0012 is tested with its conversions, in <see cref="PA0012ReturnPooledValueTaskTests"/>.</summary>
public class PA0013RestoreValueTaskTests
{
    [Fact]
    public void Rule_IsNeverShown() => Assert.Equal(DiagnosticSeverity.Hidden, PA0013RestoreValueTaskAnalyzer.Descriptor.DefaultSeverity);

    [Fact]
    public async Task Fix_RemovesTheAttribute() => await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(
        """
        using PooledAwait;

        class C
        {
            /// <summary>A method.</summary>
            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            public async ValueTask M() => await Task.Yield();

            [Obsolete] [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))] public async ValueTask N() => await Task.Yield();
            Func<ValueTask> _f = [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))] async ValueTask () => await Task.Yield();
        }
        """,
        """
        using PooledAwait;

        class C
        {
            /// <summary>A method.</summary>
            public async ValueTask M() => await Task.Yield();

            [Obsolete] public async ValueTask N() => await Task.Yield();
            Func<ValueTask> _f = async ValueTask () => await Task.Yield();
        }
        """);

    [Fact]
    public async Task Fix_TakesAsValueTaskOffTheCalls() =>
        await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(
        """
        class C
        {
            public async Task Caller() => await M().AsValueTask().ConfigureAwait(false);
            async PooledValueTask M() => await Task.Yield();
        }
        """,
        """
        class C
        {
            public async Task Caller() => await M().ConfigureAwait(false);
            async ValueTask M() => await Task.Yield();
        }
        """);

    [Theory]
    [InlineData(
        "class C { public async Task Caller() { M().Forget(); await Task.Yield(); } async PooledValueTask M() => await Task.Yield(); }")]
    [InlineData("class C { public async PooledValueTask M() => await Task.Yield(); }")]
    public async Task Fix_LeavesWhatNeedsThePooledType(string source) =>
        await Verify.FixesAsync<PA0013RestoreValueTaskAnalyzer, PA0013RestoreValueTaskFix>(source, source);
}
