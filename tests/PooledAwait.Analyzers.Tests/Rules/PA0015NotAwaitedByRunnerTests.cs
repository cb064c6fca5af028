namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0015NotAwaitedByRunnerTests
{
    private const string Runners = """
        namespace BenchmarkDotNet.Attributes { class BenchmarkAttribute : Attribute; class GlobalSetupAttribute : Attribute; }
        namespace Microsoft.VisualStudio.TestTools.UnitTesting { class TestMethodAttribute : Attribute; }
        namespace NUnit.Framework { class TestAttribute : Attribute; }
        namespace TUnit.Core { class TestAttribute : Attribute; }
        namespace Xunit { class FactAttribute : Attribute; }
        class SlowFactAttribute : Xunit.FactAttribute;
        """;

    [Theory]
    [InlineData("BenchmarkDotNet.Attributes.Benchmark", "BenchmarkDotNet")]
    [InlineData("BenchmarkDotNet.Attributes.GlobalSetup", "BenchmarkDotNet")]
    [InlineData("Microsoft.VisualStudio.TestTools.UnitTesting.TestMethod", "MSTest")]
    [InlineData("TUnit.Core.Test", "TUnit")]
    [InlineData("Xunit.Fact", "xUnit")]
    [InlineData("Obsolete, SlowFact", "xUnit")]
    public async Task Method_ThatItsRunnerDoesNotAwait_IsReported(string attributes, string runner)
    {
        var reported = await Verify.ReportsAsync<PA0015NotAwaitedByRunnerAnalyzer>($$"""
            public class C
            {
                [{{attributes}}] public async PooledValueTask [|A|]() => await Task.Yield();
                [{{attributes}}] public async PooledValueTask<int> [|B|]() { await Task.Yield(); return 1; }
                [{{attributes}}] public PooledTask [|D|]() => default;
                [{{attributes}}] public async FireAndForget [|E|]() => await Task.Yield();
                [{{attributes}}] public async Task F() => await Task.Yield();
                [{{attributes}}] public async ValueTask<int> G() { await Task.Yield(); return 1; }
                [{{attributes}}] public void H() { }
                [Obsolete] public async PooledValueTask I() => await Task.Yield();
            }
            """ + Runners);
        Assert.StartsWith(runner + " doesn't await", reported[0].GetMessage(null), System.StringComparison.Ordinal);
    }

    [Fact]
    public async Task Method_ThatNUnitAwaits_IsNotReported() => await Verify.ReportsAsync<PA0015NotAwaitedByRunnerAnalyzer>("""
        public class C
        {
            [NUnit.Framework.Test] public async PooledValueTask A() => await Task.Yield();
            [NUnit.Framework.Test] public async FireAndForget [|B|]() => await Task.Yield();
        }
        """ + Runners);
}
