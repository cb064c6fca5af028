namespace PooledAwait.Analyzers.Tests.Rules;

public class PA0007ConfigureAwaitTests
{
    [Fact]
    public async Task Await_WithoutConfigureAwait_IsReported() => await Verify.ReportsAsync<PA0007ConfigureAwaitAnalyzer>("""
        class C
        {
            async PooledValueTask M(PooledValueTask a, PooledValueTask<int> b, PooledTask c, PooledValueTask d, ValueTask e)
            {
                await [|a|];
                await [|b|];
                await [|c|];
                await d.ConfigureAwait(true);
                await e;
                await Task.Yield();
            }
        }
        """);

    [Fact]
    public void Rule_IsOffUntilAskedFor() => Assert.False(PA0007ConfigureAwaitAnalyzer.Descriptor.IsEnabledByDefault);

    [Theory]
    [InlineData("dotnet_code_quality.PA0007.exclude_async_void_methods = true", 0)]
    [InlineData("dotnet_code_quality.PA0007.output_kind = ConsoleApplication", 0)]
    [InlineData("dotnet_code_quality.PA0007.output_kind = ConsoleApplication, DynamicallyLinkedLibrary", 1)]
    public async Task Options_OfCA2007_AreRead(string option, int expected)
    {
        Project project = Sources.CreateProject(["class C { async void M(PooledValueTask t) => await t; }"]);
        project = project.AddAnalyzerConfigDocument(
            ".globalconfig", SourceText.From("is_global = true\n" + option + "\n"), filePath: "/.globalconfig").Project;
        Assert.Equal(expected, (await Sources.AnalyzeAsync(project, new PA0007ConfigureAwaitAnalyzer())).Length);
    }

    [Theory]
    [InlineData(0, "false")]
    [InlineData(1, "true")]
    public async Task Fix_SaysWhereToContinue(int action, string argument) =>
        await Verify.FixesAsync<PA0007ConfigureAwaitAnalyzer, PA0007ConfigureAwaitFix>(
        "class C { async Task M(PooledValueTask a, PooledValueTask b) { await a; await (true ? a : b); } }",
        $"class C {{ async Task M(PooledValueTask a, PooledValueTask b) {{ await a.ConfigureAwait({argument}); await (true ? a : "
            + $"b).ConfigureAwait({argument}); }} }}",
        action);
}
