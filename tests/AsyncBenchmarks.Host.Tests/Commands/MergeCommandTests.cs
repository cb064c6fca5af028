using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Commands;

public sealed class MergeCommandTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("merge").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Results_of_two_machines_are_merged_only_under_two_names()
    {
        string one = Path.Combine(_folder, "one.json");
        string other = Path.Combine(_folder, "other.json");
        await File.WriteAllTextAsync(one, ResultFile.Write(Sample.Run()));
        await File.WriteAllTextAsync(other, ResultFile.Write(Sample.Run()));
        string merged = Path.Combine(_folder, "merged");

        (int refused, _, string errors) = await HostProcess.RunAsync("merge", one, other, "--output", merged);
        (int exitCode, string output, _) = await HostProcess.RunAsync("merge", one, other, "--output", merged, "--name", "desk", "--name",
            "rack");

        Assert.Equal(2, refused);
        Assert.Contains("both have Yield/Task/Category=Task<T> on net10.0", errors);
        Assert.Equal(0, exitCode);
        Assert.Contains("2 machines.", output);
        Assert.Equal(["desk", "rack"], ResultSource.Read(merged).Results.Machines.Select(machine => machine.Name));
        Assert.Contains("## Yield, rack", File.ReadAllText(Path.Combine(merged, "results.md")));
    }

    [Fact]
    public async Task What_is_to_be_published_is_short_has_its_races_and_compares_with_itself()
    {
        Published.WriteApart(_folder);
        string run = Path.Combine(_folder, "results.json");
        File.WriteAllText(run, File.ReadAllText(run).Replace(
            " --project", " -p:RestoreAdditionalProjectSources=/home/me/packages --project", StringComparison.Ordinal));
        string published = Path.Combine(_folder, "1.0", "machine");

        (int exitCode, string merged, string errors) = await HostProcess.RunAsync("merge", _folder, "--output", published, "--compact");
        (int compared, string output, _) = await HostProcess.RunAsync("compare", _folder, published);

        Assert.Equal((0, "", 0), (exitCode, errors, compared));
        Assert.EndsWith("Page: " + Path.Combine(published, "page.html"), merged.TrimEnd());
        Assert.Contains(
            File.ReadAllText(Path.Combine(published, "AsyncAwait.svg")).TrimEnd(), File.ReadAllText(Path.Combine(published, "page.html")));
        Assert.Contains("0 slower, 0 faster, 0 with more bytes, 0 with fewer.", output);
        Assert.True(Directory.GetFiles(published).Sum(file => new FileInfo(file).Length) < 1_000_000);
        Assert.Contains("# Races on .NET 10\n", File.ReadAllText(Path.Combine(published, "races.md")));
        Assert.Single(File.ReadAllLines(Path.Combine(published, "results.json")));
        Assert.Contains(
            "-p:RestoreAdditionalProjectSources=FOLDER --project", File.ReadAllText(Path.Combine(published, "results.json")));
        Assert.DoesNotContain(
            "/home/me", string.Concat(Directory.GetFiles(published).Select(File.ReadAllText)), StringComparison.Ordinal);
        Assert.Equal(
            ["AsyncAwait.svg", "ContinueWith.svg", "Yield.svg"],
            Directory.GetFiles(published, "*.svg").Select(Path.GetFileName).Order());
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
}
