using System.Globalization;
using System.Text.RegularExpressions;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>
/// A part of a document between <c>&lt;!-- kind: folder; runtime; … --></c> and <c>&lt;!-- end of results --></c>: written by
/// <c>publish</c>, and compared by a test with the results in the folder. Of kind "results", each work is a column, or one for each of its
/// figures, and each library that can do one of them a row; the first table of a folder is followed by what its cells mean and where they
/// come from. Of kind "summary" and "losses", each word is a pair of rows, such as "PooledAwait : Task"; a summary of a folder of several
/// machines has a column for each. A "figure" is a number in a sentence: a case's title, its row, and "ratio", "bytes" or "survived"; it
/// ends with <c>&lt;!-- end --></c>. A <see cref="CompactTable"/> has a kind of its own.
/// </summary>
/// <param name="Kind">What it shows.</param>
/// <param name="Folder">The folder of its results, below the repository.</param>
/// <param name="Runtime">The runtime's name on the command line.</param>
/// <param name="Work">
/// A scenario, or a scenario and its parameter, such as "AsyncPending, N=100"; with figures of the scenario's own instead of time and
/// bytes, such as "GcPauses: Collections, Total pause". Or a pair of rows.
/// </param>
internal sealed partial record MarkedTable(string Kind, string Folder, string Runtime, IReadOnlyList<string> Work)
{
    /// <summary>The kind of a table of results.</summary>
    public const string Results = "results";

    private const string Summary = "summary";
    private const string Figure = "figure";
    private const string NotMeasured = "Not measured yet.";
    private const char BeforeFigures = ':';

    /// <summary>A column: a case's title, and the figure that it shows; null for time and bytes.</summary>
    private readonly record struct Column(string Title, string? Figure)
    {
        public override string ToString() => Figure is null ? Title : $"{Title}: {Figure}";
    }

    /// <summary>The documents that have such tables.</summary>
    public static IReadOnlyList<string> Documents =>
    [
        Path.Combine(Repository.Root, "README.md"),
        Path.Combine(Repository.Root, "docs", "performance.md"),
        Path.Combine(Repository.Root, "docs", "which-one.md"),
    ];

    /// <summary>The tables of a document.</summary>
    public static IEnumerable<MarkedTable> Find(string document) => Marks().Matches(document).Select(Of);

    /// <summary>
    /// A document with its tables written again, and with its links to files beside their results. A table that a run has all of moves to
    /// the run's folder.
    /// </summary>
    /// <param name="folder">The folder of the run.</param>
    /// <param name="read">Reads the results of another folder.</param>
    public static string Update(
        string document, string folder, RunResults run, Func<string, IReadOnlyList<(string Machine, RunResults Run)>> read)
    {
        List<(string From, string To)> moved = [];
        MarkedTable[] all = [.. Find(document)];
        ILookup<string, MarkedTable> tables = all.ToLookup(table => table.Moved(folder, run, all));
        string text = Marks().Replace(document, match =>
        {
            MarkedTable table = Of(match);
            string to = table.Moved(folder, run, all);
            if (table.Kind is Results or CompactTable.Kind && to != folder)
            {
                return match.Value;
            }

            bool isFirst = table.Kind == Results && moved.All(move => move.To != to);
            if (table.Kind is Results or CompactTable.Kind)
            {
                moved.Add((table.Folder, to));
            }

            return (table with { Folder = to }).Write(to == folder ? [("", run)] : read(to), isFirst ? tables[to] : []);
        });
        return moved.Aggregate(
            text, (links, folders) => links.Replace($"]({folders.From}/", $"]({folders.To}/", StringComparison.Ordinal));
    }

    /// <summary>Whether cases of that title have a column.</summary>
    public bool Shows(string title) => Kind == Results && Work.Any(work => IsOf(work, title));

    /// <summary>The table as a document has it.</summary>
    /// <param name="runs">The results of its folder, or of the folders in it, with their machines' names.</param>
    /// <param name="explained">The tables that are explained below it, if it is the first of them.</param>
    public string Write(IReadOnlyList<(string Machine, RunResults Run)> runs, IEnumerable<MarkedTable> explained)
    {
        string mark = $"<!-- {Kind}: {string.Join("; ", Work.Prepend(Runtime).Prepend(Folder))} -->";
        if (Kind == Figure)
        {
            return $"{mark}{WriteFigure(runs[0].Run)}<!-- end -->";
        }

        string[] lines = Kind switch
        {
            Results => WriteResults(runs[0].Run, [.. explained.Where(table => table.Kind == Results)]),
            Summary => WriteSummary(runs),
            CompactTable.Kind => new CompactTable(this, runs[0].Run).Write(),
            _ => WriteLosses(runs[0].Run),
        };
        return string.Join('\n', [mark, "", .. lines, "<!-- end of results -->"]);
    }

    /// <summary>The packages of rows that were measured, with their versions.</summary>
    public static IEnumerable<string> Packages(RunResults run, IEnumerable<CaseResult> rows) => run.Origin.Libraries
        .Where(library => library is { Package: not null, Version: not null }
            && rows.Any(row => row.Row == library.Name && row.Measurement is not null))
        .Select(library => $"{library.Package} {library.Version!.Split('+')[0]}")
        .Distinct();

    /// <summary>How many launches the rows have, such as "5" or "4 to 7".</summary>
    public static string Launches(IEnumerable<CaseResult> rows)
    {
        int[] launches = [.. rows.Select(row => row.Measurement?.Launches ?? 0).Where(count => count > 0).DefaultIfEmpty()];
        return FormattableString.Invariant($"{(launches.Min() < launches.Max() ? $"{launches.Min()} to " : "")}{launches.Max()}");
    }

    // Summaries and losses go with the tables that they are of.
    private string Moved(string folder, RunResults run, MarkedTable[] all)
    {
        if (Kind == CompactTable.Kind)
        {
            return new CompactTable(this, run).Fits ? folder : Folder;
        }

        MarkedTable[] own = Kind == Results ? [this] : [.. all.Where(table => table.Kind == Results && table.Folder == Folder)];
        return own.Length > 0 && own.All(table => table.Fits(run)) ? folder : Folder;
    }

    private bool Fits(RunResults run) => Work.All(work => run.Cases.Any(row => row.Runtime == Runtime && IsOf(work, row.Title)));

    private static MarkedTable Of(Match match)
    {
        string[] parts = match.Groups[2].Value.Split(';', StringSplitOptions.TrimEntries);
        return new MarkedTable(match.Groups[1].Value, parts[0], parts[1], parts[2..]);
    }

    private static bool IsOf(string work, string title)
    {
        string scenario = work.Split(BeforeFigures)[0];
        return title == scenario || title.StartsWith(scenario + ", ", StringComparison.Ordinal);
    }

    private static IEnumerable<Column> Columns(string work, string title) => work.Split(BeforeFigures) is [_, var figures]
        ? figures.Split(',', StringSplitOptions.TrimEntries).Select(figure => new Column(title, figure))
        : [new Column(title, null)];

    private PairSummary? Pair(RunResults run, string pair)
    {
        string[] rows = pair.Split(':', StringSplitOptions.TrimEntries);
        return PairSummary.Of(run, Runtime, rows[0], rows[1]);
    }

    private string[] WriteSummary(IReadOnlyList<(string Machine, RunResults Run)> runs)
    {
        bool isOne = runs.Count == 1;
        if (runs.All(run => !HasRuntime(run.Run)))
        {
            return [NotMeasured, ""];
        }

        return
        [
            isOne ? "| rows | cells | slower | mean | best cell | worst cell |"
                : Line("rows", runs.Select(run => run.Machine).Append("cells")),
            isOne ? "| --- | ---: | ---: | ---: | --- | --- |" : $"| --- |{string.Concat(runs.Select(_ => " ---: |"))} ---: |",
            .. Work.Select(pair =>
            {
                IReadOnlyList<PairSummary?> summaries = PairSummary.InCommon([.. runs.Select(run => Pair(run.Run, pair))]);
                string cells = summaries[0] is { } first ? Format.Number(first.Cells.Count, 0) : "–";
                return !isOne ? Line(pair, summaries.Select(found => found is null ? "–" : Format.Number(found.Mean, 2)).Append(cells))
                    : summaries[0] is { } only ? Line(pair, [
                        cells, Format.Number(only.Losses.Count(), 0), Format.Number(only.Mean, 2), $"{only.Cells[0]}", $"{only.Cells[^1]}"])
                    : Line(pair, ["–", "–", "–", "–", "–"]);
            }),
            "",
            "The mean is the geometric mean of the first row's time divided by the second's, over all cells that "
                + (isOne ? "both have. Below 1, the first is faster. Slower: the number of cells whose interval lies above 1."
                    : "both have on each of the machines. Below 1, the first is faster."),
            .. isOne ? Array.Empty<string>()
                : [.. runs.Select(run => string.Create(
                    CultureInfo.InvariantCulture,
                    $"{run.Machine}: {run.Run.Origin.Machine.Processor}; commit {run.Run.Origin.Commit}, "
                        + $"{run.Run.Origin.Started:yyyy-MM-dd}."))],
            "",
        ];
    }

    private string WriteFigure(RunResults run)
    {
        CaseResult? row = run.Cases.FirstOrDefault(each => each.Runtime == Runtime && each.Title == Work[0] && each.Row == Work[1]);
        return row?.Measurement is not { } measured ? NotMeasured : Work[2] switch
        {
            "ratio" => Format.Verdict(row.Ratio),
            "bytes" => Format.Bytes(measured.Allocated),
            _ => Format.Bytes(measured.Survived),
        };
    }

    private string[] WriteLosses(RunResults run)
    {
        PairSummary[] pairs = [.. Work.Select(pair => Pair(run, pair)).OfType<PairSummary>()];
        string[] lines =
        [
            .. pairs.SelectMany(pair => pair.Losses.Select(cell => (pair, cell)))
                .GroupBy(loss => LossReason.Of(loss.pair, loss.cell))
                .SelectMany(group => group
                    .Select(loss =>
                        $"  - {loss.cell.Title}: {loss.pair.Row} takes {Format.Number(loss.cell.Ratio.Median, 2)} times as long as "
                        + $"{loss.pair.Against} ({Format.Interval(loss.cell.Ratio)})")
                    .Prepend($"- {group.Key}")),
        ];
        return [.. lines.Length > 0 ? lines : [HasRuntime(run) ? "None." : NotMeasured], ""];
    }

    private string[] WriteResults(RunResults run, MarkedTable[] explained)
    {
        CaseResult[] rows = Rows(run);
        if (rows.Length == 0)
        {
            return [NotMeasured, ""];
        }

        Column[] columns =
        [
            .. rows.Select(row => row.Title).Distinct().SelectMany(title => Columns(Work.First(work => IsOf(work, title)), title)),
        ];
        List<string> lines =
        [
            Line("library", columns.Select(column => column.ToString().Replace("<", "\\<", StringComparison.Ordinal))),
            $"| --- |{string.Concat(columns.Select(_ => " ---: |"))}",
        ];
        foreach (LibraryInfo library in run.Origin.Libraries.Where(library => !RunPage.IsReference(library)))
        {
            (CaseResult? Case, string? Figure)[] cells =
            [
                .. columns.Select(column =>
                    (rows.FirstOrDefault(row => row.Row == library.Name && row.Title == column.Title), column.Figure)),
            ];
            if (cells.Any(cell => cell.Case?.Measurement is not null))
            {
                lines.Add(Line(Name(library), cells.Select(cell => Text(cell.Case, cell.Figure))));
                RatioEstimate?[] again = [.. cells.Select(cell => cell.Figure is null ? cell.Case?.Again : null)];
                if (again.Any(ratio => ratio is not null))
                {
                    lines.Add(Line(library.Name + CaseResult.AgainSuffix, again.Select(ratio => ratio is null ? "–" : Ratio(ratio))));
                }
            }
        }

        return [.. lines, "", .. Caption(run, explained)];
    }

    private bool HasRuntime(RunResults run) => run.Cases.Any(row => row.Runtime == Runtime);

    private CaseResult[] Rows(RunResults run) => [.. run.Cases.Where(row => row.Runtime == Runtime && Shows(row.Title))];

    private static string Line(string name, IEnumerable<string> cells) => $"| {name} | {string.Join(" | ", cells)} |";

    private static string Name(LibraryInfo library)
    {
        bool flows = !library.Notes.Any(note => note.Contains("ExecutionContext does not flow", StringComparison.Ordinal)
            || note.Contains("neither context is captured", StringComparison.Ordinal));
        return (RunPage.IsOurs(library) ? $"**{library.Name}**" : library.Name) + (flows ? "" : "¹");
    }

    private static string Text(CaseResult? cell, string? figure) => cell?.Measurement is not { } measured ? "NA"
        : figure is not null ? Format.Figure(measured.Figures.FirstOrDefault(each => each.Name == figure))
        : $"{(cell.Ratio is null ? "–" : Ratio(cell.Ratio))}; {Format.Bytes(measured.Allocated)}; {Format.Bytes(measured.Survived)}";

    // A wide interval is shown in the cell.
    private static string Ratio(RatioEstimate ratio) =>
        Format.Verdict(ratio) + (ratio.IsWide ? $" ({Format.Interval(ratio)})" : "");

    private static string[] Caption(RunResults run, MarkedTable[] explained)
    {
        CaseResult[] rows = [.. explained.SelectMany(table => table.Rows(run)).Distinct()];
        if (rows.Length == 0)
        {
            return [];
        }

        string[] references = [.. rows.Select(row => row.Reference).OfType<string>().Distinct()];
        string[] runtimes =
        [
            .. run.Runtimes.Where(runtime => rows.Any(row => row.Runtime == runtime.Id))
                .Select(runtime => runtime.Description).OfType<string>(),
        ];
        return
        [
            $"Each cell: time divided by that of {string.Join(" or ", references)} (smaller is faster), bytes allocated by one "
                + "operation in a Release build,",
            "bytes kept by one more concurrent operation. `=`: too close to tell. An interval wider than 10 % follows its ratio.",
            "`-`: not measured. A row \"(again)\" is the reference against itself. NA: the library has no such method, or it fails.",
            "¹: captures no ExecutionContext, so after an await the `AsyncLocal` values are those of the completing thread.",
            .. explained.SelectMany(table => table.Work).FirstOrDefault(work => work.Contains(BeforeFigures)) is { } figures
                ? [$"A column with a colon, such as those of {figures.Split(BeforeFigures)[0]}, has the median of the processes' figures."]
                : Array.Empty<string>(),
            "",
            $"Machine: {run.Origin.Machine.Describe()}; {string.Join(", ", runtimes)}.",
            $"Packages: {string.Join(", ", Packages(run, rows))}.",
            string.Create(
                CultureInfo.InvariantCulture,
                $"{Launches(rows)} launches; commit {run.Origin.Commit}, {run.Origin.Started:yyyy-MM-dd}."),
            .. run.Warnings.Select(warning => $"Warning: {warning}."),
            "",
        ];
    }

    [GeneratedRegex("<!-- (results|summary|losses|figure|compact): ([^>]+) -->.*?<!-- end(?: of results)? -->", RegexOptions.Singleline)]
    private static partial Regex Marks();
}
