using System.Text.RegularExpressions;

namespace AsyncBenchmarks.Reports;

/// <summary>
/// A part of a document between <c>&lt;!-- kind: folder; runtime; … --></c> and <c>&lt;!-- end of results --></c>: written by
/// <c>publish</c>, and compared by a test with the results in the folder. Of kind "results", each work is a column, and each library that
/// can do one of them a row; below the first table of a folder is where the numbers of all come from. Of kind "summary" and "losses", each
/// word is a pair of rows, such as "PooledAwait : Task", and each machine of the folder has a column for each runtime. A "figure" is a
/// number in a sentence: a case's title, its row, and "ratio", "bytes" or "survived"; it ends with <c>&lt;!-- end --></c>. A
/// <see cref="CompactTable"/> has a kind of its own.
/// </summary>
/// <param name="Folder">The folder of its results, below the repository.</param>
/// <param name="Runtime">The runtime's name on the command line; several, separated by commas, where each has a column.</param>
/// <param name="Work">A scenario, or a scenario and its parameter, such as "AsyncPending, N=100". Or a pair of rows.</param>
internal sealed partial record MarkedTable(string Kind, string Folder, string Runtime, IReadOnlyList<string> Work)
{
    public const string Results = "results";
    public const string Summary = "summary";

    private const string Figure = "figure";
    private const string NotMeasured = "Not measured yet.";

    public static IReadOnlyList<string> Documents =>
    [
        Path.Combine(Repository.Root, "README.md"),
        Path.Combine(Repository.Root, "docs", "performance.md"),
        Path.Combine(Repository.Root, "docs", "which-one.md"),
    ];

    public static IEnumerable<MarkedTable> Find(string document) => Marks().Matches(document).Select(Of);

    /// <summary>
    /// A document with its tables written again, and with its links to files beside their results. A table that a run has all of moves to
    /// the run's folder.
    /// </summary>
    public static string Update(
        string document, string folder, RunResults run, Func<string, IReadOnlyList<(string Machine, RunResults Run)>> read)
    {
        List<(string From, string To)> moved = [];
        ILookup<string, MarkedTable> tables = Find(document).ToLookup(table => table.Moved(folder, run));
        string text = Marks().Replace(document, match =>
        {
            MarkedTable table = Of(match);
            string to = table.Moved(folder, run);
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
            CompactTable.Kind => new CompactTable(this, runs[0].Run).Write(),
            Summary => [.. WriteSummary(Pairs(runs)), "", .. Machines(runs), ""],
            _ => [.. WriteLosses(Pairs(runs)), ""],
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

    public string[] Runtimes => Runtime.Split(',', StringSplitOptions.TrimEntries);

    // Summaries and losses are of the machines of a version, so that they stay with it.
    private string Moved(string folder, RunResults run) => Kind switch
    {
        CompactTable.Kind => new CompactTable(this, run).Fits,
        Results => Work.All(work => run.Cases.Any(row => row.Runtime == Runtime && IsOf(work, row.Title))),
        Figure => Find(run)?.Measurement is not null,
        _ => false,
    } ? folder : Folder;

    private static MarkedTable Of(Match match)
    {
        string[] parts = match.Groups[2].Value.Split(';', StringSplitOptions.TrimEntries);
        return new MarkedTable(match.Groups[1].Value, parts[0], parts[1], parts[2..]);
    }

    private static bool IsOf(string work, string title) => title == work || title.StartsWith(work + ", ", StringComparison.Ordinal);

    /// <summary>What each machine measured on each runtime: a column, with the pairs in their order.</summary>
    private (string Title, PairSummary?[] Pairs)[] Pairs(IReadOnlyList<(string Machine, RunResults Run)> runs) =>
    [
        .. runs.SelectMany(run => Runtimes
            .Where(runtime => run.Run.Cases.Any(row => row.Runtime == runtime))
            .Select(runtime => (
                $"{run.Machine}, {CompactTable.Short(runtime)}",
                Work.Select(pair => pair.Split(':', StringSplitOptions.TrimEntries))
                    .Select(rows => PairSummary.Of(run.Run, runtime, rows[0], rows[1])).ToArray()))),
    ];

    private string[] WriteSummary((string Title, PairSummary?[] Pairs)[] columns) => columns.Length == 0 ? [NotMeasured] :
    [
        Line("rows", columns.Select(column => column.Title)),
        $"| --- |{string.Concat(columns.Select(_ => " ---: |"))}",
        .. Work.Select((pair, index) => Line(pair, columns.Select(column => column.Pairs[index] is { } found
            ? Format.Number(found.Mean, 2) : "–"))),
        "",
        $"Geometric means of the first row's time divided by the second's, over the cells that both have: {Cells(columns)}. Below 1, "
            + "the first is faster.",
    ];

    private static string Cells((string Title, PairSummary?[] Pairs)[] columns)
    {
        int[] counts = [.. columns.SelectMany(column => column.Pairs).OfType<PairSummary>().Select(pair => pair.Cells.Count)];
        return counts.Length == 0 ? "none" : $"{Format.Number(counts.Min(), 0)} to {Format.Number(counts.Max(), 0)}";
    }

    /// <summary>Every case of a pair in which the second row is ahead in one of the columns, the worst first.</summary>
    private static string[] WriteLosses((string Title, PairSummary?[] Pairs)[] columns)
    {
        string[] lines =
        [
            .. columns.SelectMany(column => column.Pairs).OfType<PairSummary>()
                .SelectMany(pair => pair.Losses.Select(cell => (pair.Row, pair.Against, cell.Title, cell.Ratio.Median)))
                .GroupBy(loss => (loss.Row, loss.Against, loss.Title))
                .OrderByDescending(losses => losses.Max(loss => loss.Median))
                .Select(losses => losses.Key)
                .Select(loss => Line(Cell(loss.Title), [loss.Row, loss.Against, .. columns.Select(column => Format.Verdict(
                    column.Pairs.FirstOrDefault(pair => pair?.Row == loss.Row && pair.Against == loss.Against)?.Cells
                        .FirstOrDefault(cell => cell.Title == loss.Title)?.Ratio))])),
        ];
        return columns.Length == 0 ? [NotMeasured] : lines.Length == 0 ? ["None."] :
        [
            Line("case", ["slower", "than", .. columns.Select(column => column.Title)]),
            $"| --- | --- | --- |{string.Concat(columns.Select(_ => " ---: |"))}",
            .. lines,
        ];
    }

    private static IEnumerable<string> Machines(IReadOnlyList<(string Machine, RunResults Run)> runs) => runs.Select(run => string.Create(
        CultureInfo.InvariantCulture,
        $"{run.Machine}: {run.Run.Origin.Machine.Processor}; commit {run.Run.Origin.Commit}, {run.Run.Origin.Started:yyyy-MM-dd}."));

    private CaseResult? Find(RunResults run) =>
        run.Cases.FirstOrDefault(each => each.Runtime == Runtime && each.Title == Work[0] && each.Row == Work[1]);

    private string WriteFigure(RunResults run) => Find(run) is not { Measurement: { } measured } row ? NotMeasured : Work[2] switch
    {
        "ratio" => Format.Verdict(row.Ratio),
        "bytes" => Format.Bytes(measured.Allocated),
        _ => Format.Bytes(measured.Survived),
    };

    private string[] WriteResults(RunResults run, MarkedTable[] explained)
    {
        CaseResult[] rows = Rows(run);
        if (rows.Length == 0)
        {
            return [NotMeasured, ""];
        }

        string[] columns = [.. rows.Select(row => row.Title).Distinct()];
        List<string> lines =
        [
            Line("library", columns.Select(Cell)),
            $"| --- |{string.Concat(columns.Select(_ => " ---: |"))}",
        ];
        foreach (Library library in run.Origin.Libraries.Where(library => !RunPage.IsReference(library)))
        {
            CaseResult?[] cells = [.. columns.Select(title => rows.FirstOrDefault(row => row.Row == library.Name && row.Title == title))];
            if (cells.Any(cell => cell?.Measurement is not null))
            {
                lines.Add(Line(Name(library), cells.Select(Text)));
                if (cells.Any(cell => cell?.Again is not null))
                {
                    lines.Add(Line(
                        library.Name + CaseResult.AgainSuffix, cells.Select(cell => cell?.Again is { } again ? Ratio(again) : "–")));
                }
            }
        }

        return [.. lines, "", .. Caption(run, explained)];
    }

    private CaseResult[] Rows(RunResults run) =>
        [.. run.Cases.Where(row => row.Runtime == Runtime && Work.Any(work => IsOf(work, row.Title)))];

    // Markdown would take the type argument of a title for a tag.
    private static string Cell(string title) => title.Replace("<", "\\<", StringComparison.Ordinal);

    private static string Line(string name, IEnumerable<string> cells) => $"| {name} | {string.Join(" | ", cells)} |";

    private static string Name(Library library)
    {
        bool flows = !library.Notes.Any(note => note.Contains("ExecutionContext does not flow", StringComparison.Ordinal)
            || note.Contains("neither context is captured", StringComparison.Ordinal));
        return (RunPage.IsOurs(library) ? $"**{library.Name}**" : library.Name) + (flows ? "" : "¹");
    }

    private static string Text(CaseResult? cell) => cell?.Measurement is not { } measured ? "NA"
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

        string[] runtimes =
        [
            .. run.Runtimes.Where(runtime => rows.Any(row => row.Runtime == runtime.Id))
                .Select(runtime => runtime.Description).OfType<string>(),
        ];
        return
        [
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
