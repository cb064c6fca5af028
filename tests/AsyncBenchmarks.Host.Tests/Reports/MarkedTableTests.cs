using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
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
