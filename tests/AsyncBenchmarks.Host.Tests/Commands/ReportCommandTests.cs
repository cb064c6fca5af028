using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using AsyncBenchmarks.Host.Tests.Reports.Html;
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
        Assert.Contains("Written: " + Path.Combine(_folder, "page.html"), output);
        Assert.Matches(@"\| PooledAwait +\| \.NET 10 \| True +\| [\d.]+ ns \| +1.00 \| +- \|",
            File.ReadAllText(Path.Combine(_folder, "results.md")));
        string page = HtmlReportTests.Unpack(File.ReadAllText(Path.Combine(_folder, "page.html")), "data");
        Assert.Contains("\"method\":\"PooledAwait\"", page);

        // Pictures, or what to install for them.
        bool hasCharts = page.Contains("\"noCharts\":null", StringComparison.Ordinal);
        Assert.Equal(hasCharts, File.Exists(Path.Combine(_folder, "AsyncAwait.svg")));
        Assert.Equal(!hasCharts, output.Contains("Install Node.js", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Results_of_two_machines_are_merged_only_under_two_names()
    {
        string one = Path.Combine(_folder, "one.json");
        string other = Path.Combine(_folder, "other.json");
        await File.WriteAllTextAsync(one, ResultFile.Write(Sample.Run()));
        await File.WriteAllTextAsync(other, ResultFile.Write(Sample.Run()));
        string merged = Path.Combine(_folder, "merged");

        (int refused, _, string errors) = await HostProcess.RunAsync("merge", one, other, "--output", merged);
        (int nowhere, _, string where) = await HostProcess.RunAsync("report", one, other, "--name", "desk", "--name", "rack");
        (int exitCode, string output, _) = await HostProcess.RunAsync("merge", one, other, "--output", merged, "--name", "desk", "--name",
            "rack");

        Assert.Equal(2, refused);
        Assert.Contains("both have Yield/Task/Category=Task<T> on net10.0", errors);
        Assert.Equal(2, nowhere);
        Assert.Contains("--output: say where the page of several results goes", where);
        Assert.Equal(0, exitCode);
        Assert.Contains("2 machines", output);
        Assert.Equal(["desk", "rack"], ResultSource.Read(merged).Results.Machines.Select(machine => machine.Name));
        Assert.Contains("## Yield, rack", File.ReadAllText(Path.Combine(merged, "results.md")));
    }

    [Fact]
    public async Task What_is_to_be_published_is_short_has_its_races_and_compares_with_itself()
    {
        Published.WriteApart(_folder);
        string published = Path.Combine(_folder, "1.0", "machine");

        (int exitCode, _, string errors) = await HostProcess.RunAsync("merge", _folder, "--output", published, "--compact");
        (int compared, string output, _) = await HostProcess.RunAsync("compare", _folder, published);

        Assert.Equal((0, "", 0), (exitCode, errors, compared));
        Assert.Contains("0 slower, 0 faster, 0 with more bytes, 0 with fewer.", output);
        Assert.True(Directory.GetFiles(published).Sum(file => new FileInfo(file).Length) < 1_000_000);
        Assert.Contains("# Races on .NET 10\n", File.ReadAllText(Path.Combine(published, "races.md")));
        Assert.Single(File.ReadAllLines(Path.Combine(published, "results.json")));

        // The page has the pictures of the folder in the place of ECharts' source, which is not to be committed.
        string page = File.ReadAllText(Path.Combine(published, "page.html"));
        Assert.Equal("", HtmlReportTests.Unpack(page, "library"));
        Assert.Equal(
            Directory.GetFiles(published, "*.svg").Length,
            Regex.Count(HtmlReportTests.Unpack(page, "data"), "\"svg\":\"\\\\u003Csvg"));
    }

    [Fact]
    public void Pages_of_this_repository_have_their_rows_and_pictures_and_nothing_of_others()
    {
        string[] pages = Directory.GetFiles(Path.Combine(Repository.Root, "results"), "page.html", SearchOption.AllDirectories);

        Assert.NotEmpty(pages);
        Assert.All(pages, file =>
        {
            string page = File.ReadAllText(file);
            string data = HtmlReportTests.Unpack(page, "data");
            MergedResults results = ResultSource.Read(Path.GetDirectoryName(file)!).Results;
            Assert.Equal("", HtmlReportTests.Unpack(page, "library"));
            Assert.Equal(results.Machines.Sum(machine => machine.Runs.Sum(run => run.Cases.Count)), Regex.Count(data, "\"method\":"));
            Assert.Equal(Directory.GetFiles(Path.GetDirectoryName(file)!, "*.svg").Length, Regex.Count(data, "\"svg\":"));
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
        Assert.Contains("\"reference\":\"PooledAwait\"", HtmlReportTests.Unpack(File.ReadAllText(page), "data"));
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
