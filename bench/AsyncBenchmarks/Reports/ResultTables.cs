using System.Text;

namespace AsyncBenchmarks.Reports;

/// <summary>Lays results out as tables: one per scenario, with a group of rows per runtime and parameters.</summary>
internal static class ResultTables
{
    /// <summary>The tables. A library or runtime that is missing altogether has no rows in them.</summary>
    public static IReadOnlyList<ResultTable> Create(RunResults results) =>
    [
        .. results.Cases
            .Except(results.RowsOfMissing())
            .GroupBy(row => row.Scenario)
            .Select(table => Create(results, table.Key, [.. table])),
    ];

    /// <summary>The runtimes that are missing, a line each, and the libraries, a line for all of a package.</summary>
    public static IEnumerable<string> NotAvailable(RunResults results) =>
    [
        .. results.MissingRuntimes().Select(runtime => $"{runtime.Name}: {runtime.NotFound}"),
        .. results.MissingLibraries()
            .GroupBy(library => (library.Package, library.NotFound), library => library.Name)
            .Select(package => $"{string.Join(", ", package)}: {Page.WithAdvice(package.Key.NotFound)}"),
    ];

    /// <summary>What the columns mean, and the notes of the libraries and runtimes.</summary>
    public static IEnumerable<string> Notes(RunResults results)
    {
        CaseResult[] rows = [.. results.Cases.Where(row => row.Measurement is not null)];
        HashSet<string> shown = [.. rows.SelectMany(row => new[] { row.Library, row.Runtime })];
        string references = string.Join(" or ", rows.Select(row => row.Reference).OfType<string>().Distinct());
        return
        [
            .. references.Length == 0 ? Array.Empty<string>() :
            [
                $"Ratio: time divided by {references}'s, median over rounds in which all rows work in turn; smaller is faster. "
                    + $"{Format.CannotTell}: the interval includes 1. A row \"(again)\" is the reference against itself. "
                    + "Time: median of the same slices.",
            ],
            .. !rows.Any(row => row.Measurement!.Figures.Any(figure => figure.Ratio?.Lower is not null)) ? Array.Empty<string>() :
            [
                $"Other figures: medians; in brackets the interval of the ratio to {references}'s mean, of launches, in which the rows "
                    + "work in turn. A difference that is smaller than the interval can't be shown.",
            ],
            .. results.Origin.Libraries
                .Where(library => shown.Contains(library.Name))
                .SelectMany(library => library.Notes.Select(note => library.Name + ": " + note)),
            .. results.Runtimes
                .Where(runtime => shown.Contains(runtime.Id))
                .SelectMany(runtime => runtime.Notes.Select(note => runtime.Name + ": " + note)),
        ];
    }

    public static string Name(RunResults results, string runtime) =>
        results.Runtimes.FirstOrDefault(candidate => candidate.Id == runtime)?.Name ?? runtime;

    /// <summary>Which of a table's races a row is of: its parameters, and its runtime if the results have several.</summary>
    public static string Cell(RunResults results, CaseResult row) => string.Join(
        ", ", row.Values.Concat(results.Runtimes.Count > 1 ? [Name(results, row.Runtime)] : Array.Empty<string>()));

    private static ResultTable Create(RunResults results, string scenario, CaseResult[] rows)
    {
        ScenarioInfo info = results.Scenarios.First(candidate => candidate.Name == scenario);
        ResultCells cells = new(results, rows);
        IGrouping<string, CaseResult>[] groups = [.. rows.GroupBy(row => row.Runtime + "/" + row.Title)];
        CaseResult[] alike =
        [
            .. rows.Where(row => row is { IsReference: false, Ratio: { Verdict: Verdict.CannotTell, Lower: not null } }
                && row.Measurement!.Figures.Any(figure => figure.Ratio?.Lower is not null)),
        ];
        CaseResult[] wide = [.. rows.Where(row => row.Ratio is { IsWide: true } && row.Measurement is not null)];
        return new ResultTable(
            scenario,
            info.Description,
            cells.Columns,
            [.. groups.Select(group => group.SelectMany(cells.Rows).ToArray())],
            [
                .. info.Notes,
                .. alike.Length == 0 ? Array.Empty<string>() :
                [
                    "No difference in time is shown, and one below this share would be missed: "
                        + string.Join("; ", alike.GroupBy(row => Cell(results, row), row => $"{row.Row} {Missed(row.Ratio!)} %")
                            .Select(cell => (cell.Key == "" ? "" : cell.Key + ": ") + string.Join(", ", cell))) + ".",
                ],
                .. wide.Length == 0 || results.Kind != RunKind.Full ? Array.Empty<string>() :
                [
                    $"Wider than 10 % after {wide.Max(row => row.Measurement!.Launches)} launches: "
                        + string.Join("; ", wide.GroupBy(row => Cell(results, row), row => row.Row)
                            .Select(cell => (cell.Key == "" ? "" : cell.Key + ": ") + string.Join(", ", cell))) + ".",
                ],
            ])
        {
            Issues = [.. Issues(results, rows)],
            Charts =
            [
                .. groups.GroupBy(group => group.First().Runtime).Select(onRuntime => Chart(results, scenario, [.. onRuntime])),
            ],
        };
    }

    private static string Missed(RatioEstimate ratio) =>
        Format.Number(Math.Ceiling(100 * Math.Max(1 - ratio.Lower!.Value, ratio.Upper!.Value - 1)), 0);

    private static Chart Chart(RunResults results, string scenario, IGrouping<string, CaseResult>[] groups)
    {
        CaseResult[] rows = [.. groups.SelectMany(group => group)];
        string runtime = rows[0].Runtime;
        HashSet<string> ours = [.. results.Origin.Libraries.Where(RunPage.IsOurs).Select(library => library.Name)];
        bool isFirst = results.Runtimes.First(each => each.NotFound is null).Id == runtime;
        CaseResult? best = rows.Where(row => ours.Contains(row.Library) && row.Ratio is not null && !row.IsReference)
            .MinBy(row => row.Ratio!.Median);
        string message = best is null ? ""
            : $": {best.Row} takes {Format.Number(best.Ratio!.Median, 2)} times as long as {best.Reference}, "
                + Format.Bytes(best.Measurement!.Allocated);
        return new Chart(
            $"{scenario}, {Name(results, runtime)}{message}",
            scenario + (isFirst ? "" : "-" + runtime) + ".svg",
            string.Join(" or ", rows.Select(row => row.Reference).OfType<string>().Distinct()),
            [
                .. groups.Select(group => new ChartGroup(
                    string.Join(", ", group.First().Values),
                    [
                        .. group.Where(row => row.Measurement is not null && row.Ratio is not null).OrderBy(row => row.Ratio!.Median)
                            .Select(row => new ChartRow(row.Row, ours.Contains(row.Library), row.Ratio, row.Measurement!.Allocated)),
                    ])),
            ]);
    }

    /// <summary>Why rows have no numbers. A reason that several rows share is given once.</summary>
    private static IEnumerable<string> Issues(RunResults results, IReadOnlyList<CaseResult> rows) => rows
        .Where(row => row.Measurement is null)
        .GroupBy(row => (row.Outcome, row.Reason))
        .Select(group => $"{Prefix(group.Key.Outcome)}{Who(results, rows, [.. group])}: {group.Key.Reason ?? "no reason is known"}");

    private static string Prefix(CaseOutcome outcome) => outcome switch
    {
        CaseOutcome.Failed => "failed, ",
        CaseOutcome.KnownFailure => "NA, a known failure, ",
        _ => "NA, ",
    };

    // Runtimes on which the same rows have it are named together.
    private static string Who(RunResults results, IReadOnlyList<CaseResult> all, CaseResult[] group) => string.Join("; ", group
        .GroupBy(row => row.Runtime)
        .Select(onRuntime => (Rows: Rows([.. all.Where(row => row.Runtime == onRuntime.Key)], [.. onRuntime]),
            Runtime: Name(results, onRuntime.Key)))
        .GroupBy(told => told.Rows, told => told.Runtime)
        .Select(same => results.Runtimes.Count > 1 ? $"{same.Key} on {string.Join(", ", same)}" : same.Key));

    // A row that has it with some parameters only is named with them.
    private static string Rows(CaseResult[] all, CaseResult[] rows) => rows.Length == all.Length && rows.Length > 1
        ? "every row"
        : string.Join(", ", rows
            .GroupBy(row => row.Row)
            .SelectMany(same => same.Count() == all.Count(row => row.Row == same.Key)
                ? [same.Key]
                : same.Select(row => $"{row.Row} ({string.Join(", ", row.Values)})")));
}

/// <summary>The columns and cells of one scenario's table.</summary>
internal sealed class ResultCells
{
    private readonly RunResults _results;
    private readonly TimeUnit _unit;
    private readonly string[] _parameters;
    private readonly string[] _figures;

    public ResultCells(RunResults results, IReadOnlyList<CaseResult> rows)
    {
        Measurement[] measured = [.. rows.Select(row => row.Measurement).OfType<Measurement>()];
        _results = results;
        _unit = TimeUnit.For(measured.Select(numbers => numbers.Median).OfType<double>());
        _parameters = [.. rows.SelectMany(row => row.Parameters).Select(parameter => parameter.Key).Distinct()];
        _figures = [.. measured.SelectMany(numbers => numbers.Figures).Select(figure => figure.Name).Distinct()];

        // The columns that readers look for stand first. In a narrow terminal the runtime can be guessed, and collections follow from
        // bytes.
        Columns =
        [
            new("Method"),
            new("Runtime", Dispensability: results.Runtimes.Count > 1 ? 0 : 7),
            .. _parameters.Select(name => new ResultColumn(name)),
            new("Ratio", IsNumber: true),
            new("99.9 % interval", IsNumber: true, Dispensability: 2),
            new("Time", IsNumber: true),
            new("Allocated", IsNumber: true),
            new("Survived", IsNumber: true, Dispensability: 1),
            .. _figures.Select(name => new ResultColumn(name, IsNumber: true)),
            new("Gen0", IsNumber: true, Dispensability: 3),
            new("Gen1", IsNumber: true, Dispensability: 4),
            new("Gen2", IsNumber: true, Dispensability: 5),
        ];
    }

    public IReadOnlyList<ResultColumn> Columns { get; }

    /// <summary>A case's row, and that of the reference against itself.</summary>
    public IEnumerable<ResultRow> Rows(CaseResult row)
    {
        if (row.Measurement is not { } measured)
        {
            yield return Row(row, row.Row, Enumerable.Repeat("NA", Columns.Count - 2 - _parameters.Length), "grey");
            yield break;
        }

        string[] numbers =
        [
            measured.Median is { } median ? _unit.Format(median) : Format.None,
            Format.Bytes(measured.Allocated),
            Format.Bytes(measured.Survived),
            .. _figures.Select(name => Format.Figure(measured.Figures.FirstOrDefault(figure => figure.Name == name))),
            Collections(measured.Gen0),
            Collections(measured.Gen1),
            Collections(measured.Gen2),
        ];
        yield return Row(
            row, row.Row, [Format.Verdict(row.Ratio), row.IsReference ? Format.None : Format.Interval(row.Ratio), .. numbers], Style(row));
        if (row.Again is { } again)
        {
            yield return Row(
                row,
                row.Row + CaseResult.AgainSuffix,
                [Format.Verdict(again), Format.Interval(again), .. numbers.Select(_ => Format.None)]);
        }
    }

    private static string? Style(CaseResult row) => row.IsReference ? null
        : row.Ratio?.Verdict switch { Verdict.Win => "green", Verdict.Loss => "red", _ => null };

    private ResultRow Row(CaseResult row, string name, IEnumerable<string> numbers, string? style = null) => new(
        [
            name,
            ResultTables.Name(_results, row.Runtime),
            .. _parameters.Select(name => row.Parameters.GetValueOrDefault(name, Format.None)),
            .. numbers,
        ],
        style);

    private static string Collections(double perThousand) => perThousand > 0 ? Format.Number(perThousand, 4) : Format.None;
}

/// <summary>Lays a table out in lines of text that are markdown and line up in a fixed-width font.</summary>
internal sealed class TableLayout
{
    private const int Narrowest = 3;

    // A short file leaves out columns that are at least so dispensable.
    private const int InShort = 4;

    private readonly ResultTable _table;
    private readonly Func<string, string> _escape;
    private readonly List<int> _shown;
    private readonly int[] _widths;

    /// <param name="escape">Makes a cell's text harmless where the lines are going to.</param>
    /// <param name="width">How long a line may be; dispensable columns are left out until it is so.</param>
    /// <param name="isAligned">Whether the lines line up, and have all that fits; else they are short.</param>
    public TableLayout(ResultTable table, Func<string, string> escape, int width = int.MaxValue, bool isAligned = true)
    {
        _table = table;
        _escape = escape;
        _shown = [.. Enumerable.Range(0, table.Columns.Count).Where(column => isAligned || table.Columns[column].Dispensability < InShort)];
        _widths = [.. table.Columns.Select((column, index) => isAligned ? Width(column, index) : Narrowest)];
        while (_shown.Sum(column => _widths[column] + 3) + 1 > width && _shown.Any(column => table.Columns[column].Dispensability > 0))
        {
            _shown.Remove(_shown.MaxBy(column => table.Columns[column].Dispensability));
        }
    }

    public IEnumerable<string> LeftOut => _table.Columns.Where((_, index) => !_shown.Contains(index)).Select(column => column.Name);

    /// <summary>The lines, each with its row; the header's have none.</summary>
    public IEnumerable<(string Text, ResultRow? Row)> Lines()
    {
        yield return (Line([.. _table.Columns.Select(column => column.Name)]), null);
        yield return ("|" + string.Concat(_shown.Select(Rule)), null);
        foreach ((int index, IReadOnlyList<ResultRow> group) in _table.Groups.Index())
        {
            if (index > 0)
            {
                yield return (Line([.. _table.Columns.Select(_ => "")]), null);
            }

            foreach (ResultRow row in group)
            {
                yield return (Line(row.Cells), row);
            }
        }
    }

    private string Line(IReadOnlyList<string> cells)
    {
        StringBuilder line = new("|");
        foreach (int column in _shown)
        {
            string cell = _escape(cells[column]);
            line.Append(' ').Append(_table.Columns[column].IsNumber ? cell.PadLeft(_widths[column])
                : cell.PadRight(_widths[column])).Append(" |");
        }

        return line.ToString();
    }

    private string Rule(int column) =>
        " " + new string('-', _widths[column] - 1) + (_table.Columns[column].IsNumber ? ":" : "-") + " |";

    private int Width(ResultColumn column, int index) => _table.Groups
        .SelectMany(group => group)
        .Select(row => _escape(row.Cells[index]).Length)
        .Append(column.Name.Length)
        .Append(Narrowest)
        .Max();
}
