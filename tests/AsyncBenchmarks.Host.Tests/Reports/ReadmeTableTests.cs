using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports;

/// <summary>
/// The table of README.md, its caption and its picture against the published results that its caption links. When new results are
/// published, change the link: the test fails with the text to paste.
/// </summary>
public partial class ReadmeTableTests
{
    private const string Ours = "PooledAwait";

    private static readonly (string Scenario, string Pending)[] s_cells =
        [("AsyncAwait", "False"), ("AsyncAwait", "True"), ("ContinueWith", "False"), ("ContinueWith", "True")];

    private readonly string _readme = File.ReadAllText(Path.Combine(Repository.Root, "README.md")).ReplaceLineEndings("\n");

    private readonly MachineResults _machine;
    private readonly RunResults _run;
    private readonly RaceResults _race;

    public ReadmeTableTests()
    {
        _machine = ResultSource.Read(Path.Combine(Repository.Root, Path.GetDirectoryName(Link().Match(_readme).Groups[1].Value)!))
            .Results.Machines[0];
        _run = _machine.Runs.First(Has);
        _race = _machine.Races.First(race => race.Environment.Count == 0 && race.Races.Any(result =>
            race.RuntimeOf(result).Id == "net10.0" && result.Title.StartsWith("AsyncAwait", StringComparison.Ordinal)));
    }

    [Fact]
    public void The_table_has_every_compared_library_and_its_published_figures()
    {
        RaceRatios ratios = new(_run, _machine.Races);
        string[] rows = [.. _run.Origin.Libraries.Where(library => Cells(library.Name).Any(cell => cell.Measurement is not null))
            .Where(library => !library.Notes.Contains("A reference, not an API."))
            .OrderByDescending(library => library.Name == Ours)
            .Select(library => $"| {Title(library)} | {string.Join(" | ", Cells(library.Name).Select(cell => Text(cell, ratios)))} |")];

        Assert.Equal(string.Join('\n', rows), string.Join('\n', Row().Matches(_readme).Select(row => row.Value)));
    }

    [Fact]
    public void The_caption_names_machine_runtime_dates_packages_and_commit()
    {
        string packages = string.Join(
            ", ",
            _race.Origin.Libraries.Where(library => library.Package is not null && library.Version is not null)
                .Select(library => $"{library.Package} {library.Version!.Split('+')[0]}").Distinct());
        string caption = string.Create(
            CultureInfo.InvariantCulture,
            $"Machine: {_machine.Name}; {_race.RuntimeOf(_race.Races[0]).Description}. Packages: {packages}. "
                + $"Ratios: {_race.Launches} launches at commit {_race.Origin.Commit}, {_race.Origin.Started:yyyy-MM-dd}. "
                + $"Bytes: commit {_run.Origin.Commit}, {_run.Origin.Started:yyyy-MM-dd}.");

        Assert.True(OneLine(_readme).Contains(caption, StringComparison.Ordinal), "README.md lacks: " + caption);
    }

    [Fact]
    public void The_picture_is_of_the_same_results()
    {
        string picture = Picture().Match(_readme).Groups[1].Value;

        Assert.Equal(Path.GetDirectoryName(Link().Match(_readme).Groups[1].Value), Path.GetDirectoryName(picture));
        Assert.True(File.Exists(Path.Combine(Repository.Root, picture)));
    }

    private static bool Has(RunResults run) => s_cells.All(cell => run.Cases.Any(row =>
        row.Runtime == "net10.0" && row.Row == Ours && row.Scenario == cell.Scenario && row.Parameters[0].Value == cell.Pending));

    private static string Title(LibraryInfo library)
    {
        bool hasFlow = !library.Notes.Any(note => note.Contains("ExecutionContext does not flow", StringComparison.Ordinal));
        string name = library.Name.StartsWith(Ours, StringComparison.Ordinal) && !library.Name.Contains("1.", StringComparison.Ordinal)
            ? $"**{library.Name}**"
            : library.Name;
        return name + (hasFlow ? "" : "¹");
    }

    private static string Text(CaseResult cell, RaceRatios ratios)
    {
        if (cell.Measurement is not { } measured)
        {
            return "NA";
        }

        string ratio = ratios.Of(cell) is { Estimate: { } estimate, Reference: Ours } raced
            ? (raced.IsOpen ? "= " : "") + Format.Number(estimate.Median, 2)
            : "–";
        return $"{ratio}; {Format.Bytes(measured.Allocated)}; {Format.Bytes(measured.Survived)}";
    }

    private static string OneLine(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private IEnumerable<CaseResult> Cells(string library) => s_cells.Select(cell => _run.Cases.Single(row =>
        row.Runtime == "net10.0" && row.Row == library && row.Scenario == cell.Scenario && row.Parameters[0].Value == cell.Pending));

    [GeneratedRegex(@"\]\((results/[^)]+/results\.md)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"!\[[^\]]*\]\((results/[^)]+\.svg)\)")]
    private static partial Regex Picture();

    /// <summary>A row of the table: its cells hold bytes or NA.</summary>
    [GeneratedRegex(@"^\| [^|]+ \|(?: (?:[^|]+ B; [^|]+ B|NA) \|){4}$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
