using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports;

/// <summary>The marked tables of the documents, which <c>publish</c> writes, against the published results that they name.</summary>
public partial class MarkedTableTests
{
    public static TheoryData<string> Documents => [.. MarkedTable.Documents.Select(path => Path.GetRelativePath(Repository.Root, path))];

    [Theory]
    [MemberData(nameof(Documents))]
    public void The_tables_of_a_document_are_those_of_the_published_results(string document)
    {
        string text = Read(document);

        Assert.Equal(MarkedTable.Update(text, table => (table.Folder, Machine(table.Folder))), text);
    }

    [Fact]
    public void The_first_table_of_the_readme_is_of_awaits_and_continuations() =>
        Assert.Equal(["AsyncAwait", "ContinueWith"], MarkedTable.Find(Read("README.md")).First().Work);

    [Fact]
    public void The_picture_of_the_readme_is_of_its_tables_results()
    {
        string picture = Picture().Match(Read("README.md")).Groups[1].Value;

        Assert.Equal(MarkedTable.Find(Read("README.md")).First().Folder, Path.GetDirectoryName(picture)!.Replace('\\', '/'));
        Assert.True(File.Exists(Path.Combine(Repository.Root, picture)));
    }

    [Fact]
    public void A_table_has_the_rows_of_the_results_and_the_reference_again()
    {
        string folder = MarkedTable.Find(Read("README.md")).First().Folder;
        MachineResults machine = Machine(folder);
        string stale = $"before\n<!-- results: old; net10.0; AsyncAwait, Pending=True -->\n<!-- end of results -->\n[all](old/results.md)";

        string text = MarkedTable.Update(stale, _ => (folder, machine));

        Assert.StartsWith($"before\n<!-- results: {folder}; net10.0; AsyncAwait, Pending=True -->\n", text, StringComparison.Ordinal);
        Assert.EndsWith($"[all]({folder}/results.md)", text, StringComparison.Ordinal);
        Assert.Contains("\n| library | AsyncAwait, Pending=True |\n", text, StringComparison.Ordinal);
        Assert.Matches(@"\n\| Task \| (= )?[\d.]+; [\d,]+ B; [\d,]+ B \|\n", text);
        Assert.Matches(@"\n\| \w+ \(again\) \| (= )?[\d.]+ \|\n", text);
        Assert.DoesNotContain("Callback", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Pending=False", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_first_table_of_a_folder_explains_the_cells_of_all()
    {
        string folder = MarkedTable.Find(Read("README.md")).First().Folder;
        MachineResults machine = Machine(folder);
        string Table(string work) => $"<!-- results: {folder}; net10.0; {work} -->\n<!-- end of results -->\n";

        string text = MarkedTable.Update(Table("AsyncAwait") + Table("Cancel") + Table("ContinueWith"), _ => (folder, machine));

        string explanation = Assert.Single(text.Split('\n'), line => line.StartsWith("Packages: ", StringComparison.Ordinal));
        Assert.Contains("RSG.Promise", explanation, StringComparison.Ordinal);
        Assert.InRange(text.IndexOf(explanation, StringComparison.Ordinal), 0, text.IndexOf("Cancel", StringComparison.Ordinal));
    }

    [Fact]
    public void A_table_of_figures_has_a_column_for_each()
    {
        string folder = MarkedTable.Find(Read("README.md")).First().Folder;
        MachineResults machine = Machine(folder);
        FigureResult[] figures = [new("Collections", 57, FigureResultUnit.Count), new("Pause", 63e6, FigureResultUnit.Nanoseconds)];
        RunResults run = machine.Runs[0];
        CaseResult of = run.Cases.First(row => row is { Scenario: "Yield", Row: "Task", Measurement: not null });
        CaseResult measured = of with { Measurement = of.Measurement! with { Figures = figures } };
        machine = machine with { Runs = [run with { Cases = [measured] }] };

        string text = MarkedTable.Update(
            "<!-- results: old; net10.0; Yield: Pause, Collections -->\n<!-- end of results -->", _ => (folder, machine));

        Assert.Matches(@"\n\| library \| Yield, [^|]+: Pause \| Yield, [^|]+: Collections \|\n", text);
        Assert.Contains("\n| Task | 63.0 ms | 57 |\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_tables_and_the_results_are_no_changes_of_what_is_measured()
    {
        CancellationToken cancel = CancellationToken.None;
        DirectoryInfo clone = Directory.CreateTempSubdirectory();
        try
        {
            Change("README.md", "docs/performance.md", "results/r.json", "docs/other.md");
            await GitAsync("init", "-q");
            await GitAsync("add", ".");
            await GitAsync("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first");
            string? commit = await Commit.DescribeAsync(clone.FullName, cancel);
            Assert.Matches("^[0-9a-f]{12}$", commit);

            Change("README.md", "docs/performance.md", "results/r.json", "results/new.json");
            Assert.Equal(commit, await Commit.DescribeAsync(clone.FullName, cancel));

            Change("docs/other.md");
            Assert.Equal(commit + Commit.Changes, await Commit.DescribeAsync(clone.FullName, cancel));
        }
        finally
        {
            clone.Delete(recursive: true);
        }

        void Change(params string[] files)
        {
            foreach (string file in files)
            {
                FileInfo path = new(Path.Combine(clone.FullName, file));
                path.Directory!.Create();
                File.AppendAllText(path.FullName, "text");
            }
        }

        async Task GitAsync(params string[] arguments)
        {
            using Process git = Process.Start(new ProcessStartInfo("git", ["-C", clone.FullName, .. arguments]))!;
            await git.WaitForExitAsync(cancel);
            Assert.Equal(0, git.ExitCode);
        }
    }

    [Fact]
    public void A_table_of_something_that_was_not_measured_stays()
    {
        string text = "<!-- results: old; net10.0; Nothing -->\nfigures\n<!-- end of results -->\n";
        MachineResults machine = Machine(MarkedTable.Find(Read("README.md")).First().Folder);

        Assert.Equal(text, MarkedTable.Update(text, table => table.Fits(machine) ? ("new", machine) : null));
    }

    private static string Read(string document) => File.ReadAllText(Path.Combine(Repository.Root, document)).ReplaceLineEndings("\n");

    private static MachineResults Machine(string folder) => ResultSource.Read(Path.Combine(Repository.Root, folder)).Results.Machines[0];

    [GeneratedRegex(@"!\[[^\]]*\]\((results/[^)]+\.svg)\)")]
    private static partial Regex Picture();
}
