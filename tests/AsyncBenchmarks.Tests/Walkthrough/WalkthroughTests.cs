using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Tests.Walkthrough;

/// <summary>CONTRIBUTING.md says how to add a library; this does it with the made-up one that it names.</summary>
public class WalkthroughTests
{
    private static readonly string s_root = FindRoot();
    private static readonly string s_guide = Read("CONTRIBUTING.md");

    [Fact]
    public void File_OfTheGuide_IsTheOneThatIsCompiledHere() => Assert.Contains(
        Read("tests", "AsyncBenchmarks.Tests", "Walkthrough", "ExampleLibrary.cs"), Blocks("csharp"));

    [Fact]
    public void LinesElsewhere_OfTheGuide_AreTwoAndLikeThoseThatAreThere()
    {
        string package = Lines(Blocks("xml").Single()).Single(line => line.StartsWith("<Peer ", StringComparison.Ordinal));
        string row = Lines(Blocks("csharp").Single(block => !block.Contains("class", StringComparison.Ordinal))).Single();

        Assert.Contains(package.Replace("Example.Async", "UniTask").Replace("1.0.0", "2.5.10"), Lines(Read("bench", "Peers.props")));
        Assert.Contains(
            row.Replace("Example", "UniTask"), Lines(Read("bench", "AsyncBenchmarks.Scenarios", "Catalog.cs")));
    }

    [Fact]
    public void Library_OfTheGuide_HasItsWorkInTheOneScenarioAndNoRowInAnother()
    {
        Case[] cases = [.. Catalog.CasesOf([new ExampleLibrary()])];

        Assert.Equal(
            ["AsyncAwait/Example.Async/Pending=False", "AsyncAwait/Example.Async/Pending=True"], cases.Select(each => each.Id));
        Assert.All(cases, each => Assert.NotNull(each.Availability.Create));
    }

    [Fact]
    public void Column_OfEveryScenario_IsHiddenByNone()
    {
        string scenarios = Path.Combine(s_root, "bench", "AsyncBenchmarks.Scenarios");
        string[] own =
        [
            .. Directory.GetFiles(scenarios, "*Workload.cs", SearchOption.AllDirectories).Select(File.ReadAllText)
                .Where(text => text.Contains("override IReadOnlyList<Figure> Figures", StringComparison.Ordinal)),
        ];

        Assert.NotEmpty(own);
        Assert.All(own, text => Assert.Contains(".. base.Figures", text));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Body_OfTheGuide_ProvesItsWork(bool pending)
    {
        Workload workload = new ExampleLibrary().AsyncAwait(pending).Create!();
        Watchdog.Run("The example", () =>
        {
            workload.Setup();
            workload.Run();
            workload.StartOne();
            workload.StartOne();
            workload.CompleteAll();
            workload.Cleanup();
        });
    }

    // Without the indentation that a list gives them.
    private static IEnumerable<string> Blocks(string language) => Regex
        .Matches(s_guide, $@"^   ```{language}\n(.*?)^   ```$", RegexOptions.Multiline | RegexOptions.Singleline)
        .Select(match => Regex.Replace(match.Groups[1].Value, "^   ", "", RegexOptions.Multiline));

    private static string[] Lines(string text) =>
        text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    private static string Read(params string[] path) => File.ReadAllText(Path.Combine([s_root, .. path])).ReplaceLineEndings("\n");

    private static string FindRoot()
    {
        DirectoryInfo folder = new(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "global.json")))
        {
            folder = folder.Parent!;
        }

        return folder.FullName;
    }
}
