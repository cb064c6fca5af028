using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Commands;

public sealed class ReportCommandTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("report").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_folder_gets_its_page_and_its_tables_with_the_ratios_of_its_race()
    {
        Published.WriteApart(_folder);

        (int exitCode, string output, _) = await HostProcess.RunAsync("report", Path.Combine(_folder, "results.json"));

        Assert.Equal(0, exitCode);
        Assert.EndsWith("Page: " + Path.Combine(_folder, "page.html"), output.TrimEnd());
        Assert.Matches(@"\| PooledAwait +\| \.NET 10 \| True +\| +1.00 \| +0 B \| +- \|",
            File.ReadAllText(Path.Combine(_folder, "results.md")));
        string picture = File.ReadAllText(Path.Combine(_folder, "AsyncAwait.svg"));
        Assert.Contains(picture.TrimEnd(), File.ReadAllText(Path.Combine(_folder, "page.html")));
    }

    [Fact]
    public void Pages_of_this_repository_have_their_rows_and_pictures_and_nothing_of_others()
    {
        string[] pages = Directory.GetFiles(Path.Combine(Repository.Root, "results"), "page.html", SearchOption.AllDirectories);

        Assert.NotEmpty(pages);
        Assert.All(pages, file =>
        {
            string page = File.ReadAllText(file);
            MergedResults results = ResultSource.Read(Path.GetDirectoryName(file)!).Results;
            Assert.True(
                results.Machines.Sum(machine => machine.Runs.Sum(run => run.Cases.Count)) <= Regex.Count(page, "<th scope=\"row\">"));
            Assert.DoesNotContain("<script", page);
            Assert.All(
                Directory.GetFiles(Path.GetDirectoryName(file)!, "*.svg"),
                picture => Assert.Contains(File.ReadAllText(picture).TrimEnd(), page));
        });
    }

    [Theory]
    [InlineData("nowhere does not exist", "report", "nowhere")]
    [InlineData("nowhere does not exist", "merge", "nowhere", "--output", "anywhere")]
    [InlineData("Required argument", "report")]
    [InlineData("is a folder. Name the page's file", "report", "a", "--output", ".")]
    [InlineData("Option '--output' is required", "merge", "nowhere")]
    [InlineData("--name: 1 given for 2 results", "merge", "a", "b", "--output", "anywhere", "--name", "one")]
    public async Task Wrong_arguments_are_exit_code_2(string message, params string[] arguments)
    {
        (int exitCode, _, string errors) = await HostProcess.RunAsync(arguments);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors);
    }

    [Fact]
    public async Task A_race_can_be_given_beside_its_run()
    {
        string page = Path.Combine(_folder, "page.html");
        Published.WriteApart(_folder);

        (int exitCode, _, string errors) = await HostProcess.RunAsync(
            "report", Path.Combine(_folder, "results.json"), Path.Combine(_folder, "race.json"), "--output", page);

        Assert.Equal((0, ""), (exitCode, errors));
        Assert.Contains("of PooledAwait&#39;s time", File.ReadAllText(page));
    }

    [Fact]
    public async Task Races_alone_are_no_report()
    {
        Published.WriteApart(_folder);

        (int exitCode, _, string errors) = await HostProcess.RunAsync("report", Path.Combine(_folder, "race.json"));

        Assert.Equal(2, exitCode);
        Assert.Contains("A report needs the results.json of a run", errors);
    }
}
