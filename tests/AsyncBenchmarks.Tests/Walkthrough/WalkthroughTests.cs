using System.Text.RegularExpressions;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Tests.Walkthrough;

/// <summary>CONTRIBUTING.md says how to add a library and a scenario; this does it with those that it names.</summary>
public class WalkthroughTests
{
    private static readonly string s_root = FindRoot();
    private static readonly string s_guide = Read("CONTRIBUTING.md");

    [Theory]
    [InlineData("ExampleLibrary.cs")]
    [InlineData("ReversedWorkload.cs")]
    public void File_OfTheGuide_IsTheOneThatIsCompiledHere(string file) => Assert.Contains(
        Read("tests", "AsyncBenchmarks.Tests", "Walkthrough", file), Blocks("csharp"));

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

    [Fact]
    public void Scenario_OfTheGuide_IsThereForEveryLibraryWithOperations()
    {
        Workload workload = new TaskLibrary().Operations(new ReversedWork(10)).Create!();
        Watchdog.Run("The example", workload.Run);
    }

    // Without the indentation that a list gives them.
    private static IEnumerable<string> Blocks(string language) => Regex
        .Matches(s_guide, $@"^   ```{language}\n(.*?)^   ```$", RegexOptions.Multiline | RegexOptions.Singleline)
        .Select(match => Regex.Replace(match.Groups[1].Value, "^   ", "", RegexOptions.Multiline));

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
