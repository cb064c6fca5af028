using System.Globalization;
using System.Text.RegularExpressions;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>
/// A table of a document, between <c>&lt;!-- results: folder; runtime; work; … --></c> and <c>&lt;!-- end of results --></c>: written by
/// <c>publish</c>, and compared by a test with the results in the folder. Each work is a column, or one for each of its figures; each
/// library that can do one of them, a row. The first table of a folder is followed by what its cells mean and where they come from.
/// </summary>
/// <param name="Folder">The folder of its results, below the repository.</param>
/// <param name="Runtime">The runtime's name on the command line.</param>
/// <param name="Work">
/// A scenario, or a scenario and its parameter, such as "AsyncPending, N=100"; with figures of the scenario's own instead of time and
/// bytes, such as "GcPauses: Collections, Total pause".
/// </param>
internal sealed partial record MarkedTable(string Folder, string Runtime, IReadOnlyList<string> Work)
{
    private const char BeforeFigures = ':';

    /// <summary>A column: a case's title, and the figure that it shows; null for time and bytes.</summary>
    private readonly record struct Column(string Title, string? Figure)
    {
        public override string ToString() => Figure is null ? Title : $"{Title}: {Figure}";
    }

    /// <summary>The documents that have such tables.</summary>
    public static IReadOnlyList<string> Documents =>
        [Path.Combine(Repository.Root, "README.md"), Path.Combine(Repository.Root, "docs", "performance.md")];

    /// <summary>The tables of a document.</summary>
    public static IEnumerable<MarkedTable> Find(string document) => Marks().Matches(document).Select(Of);

    /// <summary>A document with its tables written again, and with its links to files beside their results.</summary>
    /// <param name="document">The document.</param>
    /// <param name="results">The results of a table and their folder; null where it stays as it is.</param>
    public static string Update(string document, Func<MarkedTable, (string Folder, MachineResults Machine)?> results)
    {
        List<(string From, string To)> moved = [];
        ILookup<string, MarkedTable> tables = Find(document).ToLookup(table => results(table)?.Folder ?? table.Folder);
        string text = Marks().Replace(document, match =>
        {
            MarkedTable table = Of(match);
            if (results(table) is not { } found)
            {
                return match.Value;
            }

            bool isFirst = moved.All(move => move.To != found.Folder);
            moved.Add((table.Folder, found.Folder));
            return (table with { Folder = found.Folder }).Write(found.Machine, isFirst ? tables[found.Folder] : []);
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

    private static bool IsOf(string work, string title)
    {
        string scenario = work.Split(BeforeFigures)[0];
        return title == scenario || title.StartsWith(scenario + ", ", StringComparison.Ordinal);
    }

    private static IEnumerable<Column> Columns(string work, string title) => work.Split(BeforeFigures) is [_, var figures]
        ? figures.Split(',', StringSplitOptions.TrimEntries).Select(figure => new Column(title, figure))
        : [new Column(title, null)];

    private static string Title(CaseResult row) => string.Join(", ", RunPage.Parameters(row).Prepend(row.Scenario));

    private RunResults? Find(MachineResults machine) => machine.Runs.FirstOrDefault(run => Work.All(work =>
        run.Cases.Any(row => row.Runtime == Runtime && IsOf(work, Title(row)))));

    private string Write(MachineResults machine, IEnumerable<MarkedTable> explained)
    {
        RunResults run = Find(machine) ?? throw new InvalidDataException($"{Folder} has no {string.Join(", ", Work)} on {Runtime}.");
        RaceRatios ratios = new(run, machine.Races);
        CaseResult[] rows = Rows(run);
        Column[] columns =
        [
            .. rows.Select(Title).Distinct().SelectMany(title => Columns(Work.First(work => IsOf(work, title)), title)),
        ];
        List<string> lines =
        [
            $"<!-- results: {string.Join("; ", Work.Prepend(Runtime).Prepend(Folder))} -->",
            "",
            Line("library", columns.Select(column => column.ToString().Replace("<", "\\<", StringComparison.Ordinal))),
            $"| --- |{string.Concat(columns.Select(_ => " ---: |"))}",
        ];
        foreach (LibraryInfo library in run.Origin.Libraries.Where(library => !RunPage.IsReference(library)))
        {
            (CaseResult? Case, string? Figure)[] cells =
            [
                .. columns.Select(column =>
                    (rows.FirstOrDefault(row => row.Row == library.Name && Title(row) == column.Title), column.Figure)),
            ];
            if (cells.Any(cell => cell.Case?.Measurement is not null))
            {
                lines.Add(Line(Name(library), cells.Select(cell => Text(cell.Case, cell.Figure, ratios))));
                RaceRatio?[] raced =
                [
                    .. cells.Select(cell => cell is { Case: { } of, Figure: null } ? ratios.Of(of) : null),
                ];
                if (raced.Any(ratio => ratio?.Again is not null))
                {
                    lines.Add(Line(library.Name + RaceResult.AgainSuffix, raced.Select(ratio => Text(ratio?.Again))));
                }
            }
        }

        return string.Join('\n', [.. lines, "", .. Caption(machine, run, [.. explained], ratios), "<!-- end of results -->"]);
    }

    private CaseResult[] Rows(RunResults run) => [.. run.Cases.Where(row => row.Runtime == Runtime && Shows(Title(row)))];

    private static string Line(string name, IEnumerable<string> cells) => $"| {name} | {string.Join(" | ", cells)} |";

    private static string Name(LibraryInfo library)
    {
        bool flows = !library.Notes.Any(note => note.Contains("ExecutionContext does not flow", StringComparison.Ordinal)
            || note.Contains("neither context is captured", StringComparison.Ordinal));
        return (RunPage.IsOurs(library) ? $"**{library.Name}**" : library.Name) + (flows ? "" : "¹");
    }

    private static string Text(CaseResult? cell, string? figure, RaceRatios ratios) => cell?.Measurement is not { } measured ? "NA"
        : figure is not null ? Format.Figure(measured.Figures.FirstOrDefault(each => each.Name == figure))
        : $"{Text(ratios.Of(cell)?.Estimate)}; {Format.Bytes(measured.Allocated)}; {Format.Bytes(measured.Survived)}";

    private static string Text(RatioEstimate? ratio) => ratio is null ? "–"
        : ratio is { Median: 1, Lower: 1, Upper: 1 } ? "1"
        : (ratio.Verdict == Verdict.CannotTell ? Format.CannotTell + " " : "") + Format.Number(ratio.Median, 2);

    private string[] Caption(MachineResults machine, RunResults run, MarkedTable[] explained, RaceRatios ratios)
    {
        CaseResult[] rows = [.. explained.SelectMany(table => table.Rows(run)).Distinct()];
        if (rows.Length == 0)
        {
            return [];
        }

        string[] references = [.. rows.Select(ratios.Of).OfType<RaceRatio>().Select(ratio => ratio.Reference).Distinct()];
        HashSet<string> titles = [.. rows.Select(Title)];
        RaceResults? race = machine.Races.FirstOrDefault(race => race.Environment.Count == 0 && race.Races.Any(each =>
            race.RuntimeOf(each).Id == Runtime && titles.Contains(each.Title)));
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
            "bytes kept by one more concurrent operation. `=`: too close to tell. `–`: not raced. `-`: not measured. A row \"(again)\" is",
            "the reference against itself, which shows the error of the race. NA: the library has no such method, or it fails.",
            "¹: captures no ExecutionContext, so that an await leaves the completing thread's `AsyncLocal` values.",
            .. explained.SelectMany(table => table.Work).FirstOrDefault(work => work.Contains(BeforeFigures)) is { } figures
                ? [$"A column with a colon, such as those of {figures.Split(BeforeFigures)[0]}, has a figure of one process."]
                : Array.Empty<string>(),
            "",
            $"Machine: {machine.Name}; {run.Runtimes.First(runtime => runtime.Id == Runtime).Description}.",
            $"Packages: {packages}.",
            string.Create(
                CultureInfo.InvariantCulture,
                $"Ratios: {launches} {(launches == 1 ? "launch" : "launches")}, {Commit(race?.Origin ?? run.Origin)}. "
                    + $"Bytes: {Commit(run.Origin)}."),
            .. run.Warnings.Select(warning => $"Warning: {warning}."),
            "",
        ];
    }

    private static string Commit(Origin origin) =>
        string.Create(CultureInfo.InvariantCulture, $"commit {origin.Commit}, {origin.Started:yyyy-MM-dd}");

    [GeneratedRegex("<!-- results: ([^>]+) -->.*?<!-- end of results -->", RegexOptions.Singleline)]
    private static partial Regex Marks();
}
