using System.Globalization;
using System.Text.RegularExpressions;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>
/// A table of a document, between <c>&lt;!-- results: folder; runtime; work; … --></c> and <c>&lt;!-- end of results --></c>: written by
/// <c>publish</c>, and compared by a test with the results in the folder. Each work is a column; each library that can do one of them, a
/// row.
/// </summary>
/// <param name="Folder">The folder of its results, below the repository.</param>
/// <param name="Runtime">The runtime's name on the command line.</param>
/// <param name="Work">A scenario, or a scenario and its parameter, such as "AsyncPending, N=100".</param>
internal sealed partial record MarkedTable(string Folder, string Runtime, IReadOnlyList<string> Work)
{
    /// <summary>The documents that have such tables.</summary>
    public static IReadOnlyList<string> Documents { get; } =
        [Path.Combine(Repository.Root, "README.md"), Path.Combine(Repository.Root, "docs", "performance.md")];

    /// <summary>The tables of a document.</summary>
    public static IEnumerable<MarkedTable> Find(string document) => Marks().Matches(document).Select(Of);

    /// <summary>A document with its tables written again, and with its links to files beside their results.</summary>
    /// <param name="document">The document.</param>
    /// <param name="results">The results of a table and their folder; null where it stays as it is.</param>
    public static string Update(string document, Func<MarkedTable, (string Folder, MachineResults Machine)?> results)
    {
        List<(string From, string To)> moved = [];
        string text = Marks().Replace(document, match =>
        {
            MarkedTable table = Of(match);
            if (results(table) is not { } found)
            {
                return match.Value;
            }

            moved.Add((table.Folder, found.Folder));
            return (table with { Folder = found.Folder }).Write(found.Machine);
        });
        return moved.Aggregate(
            text, (links, folders) => links.Replace($"]({folders.From}/", $"]({folders.To}/", StringComparison.Ordinal));
    }

    /// <summary>Whether cases of that title have a column.</summary>
    public bool Shows(string title) => Work.Any(work => IsOf(work, title));

    /// <summary>Whether a machine has results for all of it.</summary>
    public bool Fits(MachineResults machine) => Find(machine) is not null;

    private static MarkedTable Of(Match match)
    {
        string[] parts = match.Groups[1].Value.Split(';', StringSplitOptions.TrimEntries);
        return new MarkedTable(parts[0], parts[1], parts[2..]);
    }

    private static bool IsOf(string work, string title) => title == work || title.StartsWith(work + ", ", StringComparison.Ordinal);

    private static string Title(CaseResult row) => string.Join(", ", RunPage.Parameters(row).Prepend(row.Scenario));

    private RunResults? Find(MachineResults machine) => machine.Runs.FirstOrDefault(run => Work.All(work =>
        run.Cases.Any(row => row.Runtime == Runtime && IsOf(work, Title(row)))));

    private string Write(MachineResults machine)
    {
        RunResults run = Find(machine) ?? throw new InvalidDataException($"{Folder} has no {string.Join(", ", Work)} on {Runtime}.");
        RaceRatios ratios = new(run, machine.Races);
        CaseResult[] rows = [.. run.Cases.Where(row => row.Runtime == Runtime && Shows(Title(row)))];
        string[] titles = [.. rows.Select(Title).Distinct()];
        List<string> lines =
        [
            $"<!-- results: {string.Join("; ", Work.Prepend(Runtime).Prepend(Folder))} -->",
            "",
            $"| library | {string.Join(" | ", titles.Select(title => title.Replace("<", "\\<", StringComparison.Ordinal)))} |",
            $"| --- |{string.Concat(titles.Select(_ => " ---: |"))}",
        ];
        foreach (LibraryInfo library in run.Origin.Libraries.Where(library => !RunPage.IsReference(library)))
        {
            CaseResult?[] cells = [.. titles.Select(title => rows.FirstOrDefault(row => row.Row == library.Name && Title(row) == title))];
            if (cells.Any(cell => cell?.Measurement is not null))
            {
                lines.Add(Line(Name(library), cells.Select(cell => Text(cell, ratios))));
                RaceRatio?[] raced = [.. cells.Select(cell => cell is null ? null : ratios.Of(cell))];
                if (raced.Any(ratio => ratio?.Again is not null))
                {
                    lines.Add(Line(library.Name + RaceResult.AgainSuffix, raced.Select(ratio => Text(ratio?.Again))));
                }
            }
        }

        return string.Join('\n', [.. lines, "", .. Caption(machine, run, rows, ratios), "", "<!-- end of results -->"]);
    }

    private static string Line(string name, IEnumerable<string> cells) => $"| {name} | {string.Join(" | ", cells)} |";

    private static string Name(LibraryInfo library)
    {
        bool flows = !library.Notes.Any(note => note.Contains("ExecutionContext does not flow", StringComparison.Ordinal)
            || note.Contains("neither context is captured", StringComparison.Ordinal));
        return (RunPage.IsOurs(library) ? $"**{library.Name}**" : library.Name) + (flows ? "" : "¹");
    }

    private static string Text(CaseResult? cell, RaceRatios ratios) => cell?.Measurement is not { } measured
        ? "NA"
        : $"{Text(ratios.Of(cell)?.Estimate)}; {Format.Bytes(measured.Allocated)}; {Format.Bytes(measured.Survived)}";

    private static string Text(RatioEstimate? ratio) => ratio is null ? "–"
        : ratio is { Median: 1, Lower: 1, Upper: 1 } ? "1"
        : (ratio.Verdict == Verdict.CannotTell ? Format.CannotTell + " " : "") + Format.Number(ratio.Median, 2);

    private string[] Caption(MachineResults machine, RunResults run, CaseResult[] rows, RaceRatios ratios)
    {
        string[] references = [.. rows.Select(ratios.Of).OfType<RaceRatio>().Select(ratio => ratio.Reference).Distinct()];
        RaceResults? race = machine.Races.FirstOrDefault(race => race.Environment.Count == 0 && race.Races.Any(each =>
            race.RuntimeOf(each).Id == Runtime && Shows(each.Title)));
        int launches = race?.Launches ?? run.Race?.Launches ?? 0;
        string packages = string.Join(", ", run.Origin.Libraries
            .Where(library => library is { Package: not null, Version: not null }
                && rows.Any(row => row.Row == library.Name && row.Measurement is not null))
            .Select(library => $"{library.Package} {library.Version!.Split('+')[0]}")
            .Distinct());
        return
        [
            $"Each cell: time divided by that of {string.Join(" or ", references)} (smaller is faster), bytes allocated by one "
                + "operation in a Release build,",
            "bytes kept by one more concurrent operation. `=`: too close to tell. `–`: not raced. A row \"(again)\" is the reference "
                + "against",
            "itself, which shows the error of the race. NA: the library has no such method, or it fails. ¹: captures no ExecutionContext,",
            "so that an await leaves the completing thread's `AsyncLocal` values.",
            "",
            $"Machine: {machine.Name}; {run.Runtimes.First(runtime => runtime.Id == Runtime).Description}.",
            $"Packages: {packages}.",
            string.Create(
                CultureInfo.InvariantCulture,
                $"Ratios: {launches} {(launches == 1 ? "launch" : "launches")}, {Commit(race?.Origin ?? run.Origin)}. "
                    + $"Bytes: {Commit(run.Origin)}."),
            .. run.Warnings.Select(warning => $"Warning: {warning}."),
        ];
    }

    private static string Commit(Origin origin) =>
        string.Create(CultureInfo.InvariantCulture, $"commit {origin.Commit}, {origin.Started:yyyy-MM-dd}");

    [GeneratedRegex("<!-- results: ([^>]+) -->.*?<!-- end of results -->", RegexOptions.Singleline)]
    private static partial Regex Marks();
}
