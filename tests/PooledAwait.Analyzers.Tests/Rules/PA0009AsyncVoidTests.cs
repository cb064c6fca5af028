namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0009AsyncVoidTests
{
    private const string Marked = """
        interface IContract { void Implemented(); }

        class Base { protected virtual void Overridden() { } }

        namespace Xunit { class FactAttribute : Attribute; }

        class C : Base, IContract
        {
            async void [|Simple|]() => await Task.Yield();
            public async void [|Public|](int x) => await Task.Yield();
            public async void Implemented() => await Task.Yield();
            protected override async void Overridden() => await Task.Yield();
            protected virtual async void Virtual() => await Task.Yield();
            async void OnClick(object sender, EventArgs e) => await Task.Yield();
            async void AsDelegate() => await Task.Yield();
            [Xunit.Fact] public async void AsTest() => await Task.Yield();
            async Task Other() { Simple(); Action a = AsDelegate; await Task.Yield(); }
        }
        """;

    [Fact]
    public async Task AsyncVoid_ThatNobodyElseDecides_IsReported() => await Verify.ReportsAsync<PA0009AsyncVoidAnalyzer>(Marked);

    [Fact]
    public async Task Fix_ReturnsFireAndForget() => await Verify.FixesAsync<PA0009AsyncVoidAnalyzer, PA0009AsyncVoidFix>(
        new MarkedSource(Marked).Text,
        new MarkedSource(Marked).Text
            .Replace("void Simple", "FireAndForget Simple", System.StringComparison.Ordinal)
            .Replace("void Public", "FireAndForget Public", System.StringComparison.Ordinal));
}
