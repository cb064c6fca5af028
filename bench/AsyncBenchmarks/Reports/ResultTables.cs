using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>Lays results out as tables: one per scenario, with a group of rows per runtime and parameters.</summary>
internal static class ResultTables
{
    /// <summary>The tables. A library or runtime that is missing altogether has no rows in them.</summary>
    public static IReadOnlyList<ResultTable> Create(RunResults results, RaceRatios ratios) =>
    [
        .. results.Cases
            .Except(results.RowsOfMissing())
            .GroupBy(row => row.Scenario)
            .Select(table => Create(results, ratios, table.Key, [.. table])),
    ];

    /// <summary>The runtimes that are missing, a line each, and the libraries, a line for all of a package.</summary>
    public static IEnumerable<string> NotAvailable(RunResults results) =>
    [
        .. results.MissingRuntimes().Select(runtime => $"{runtime.Name}: {runtime.NotFound}"),
        .. results.MissingLibraries()
            .GroupBy(library => (library.Package, library.NotFound), library => library.Name)
            .Select(package => $"{string.Join(", ", package)}: {package.Key.NotFound}"),
    ];

    /// <summary>The notes of the libraries and runtimes of some rows.</summary>
    public static IEnumerable<string> Notes(RunResults results, IEnumerable<CaseResult> rows)
    {
        HashSet<string> shown = [.. rows.Where(row => row.Measurement is not null).SelectMany(row => new[] { row.Library, row.Runtime })];
        return
        [
            .. results.Origin.Libraries
                .Where(library => shown.Contains(library.Name))
                .SelectMany(library => library.Notes.Select(note => library.Name + ": " + note)),
            .. results.Runtimes
                .Where(runtime => shown.Contains(runtime.Id))
                .SelectMany(runtime => runtime.Notes.Select(note => runtime.Name + ": " + note)),
        ];
    }

    private static ResultTable Create(RunResults results, RaceRatios ratios, string scenario, CaseResult[] rows)
    {
        ScenarioInfo info = results.Scenarios.First(candidate => candidate.Name == scenario);
        ResultCells cells = new(results, rows, ratios);
        return new ResultTable(
            scenario,
            info.Description,
            cells.Columns,
            [
                .. rows
                    .GroupBy(row => string.Join('/', row.Parameters.Select(parameter => parameter.Value).Prepend(row.Runtime)))
                    .Select(group => group.Select(cells.Row).ToArray()),
            ],
            info.Notes)
        {
            Issues = [.. ResultIssues.Create(results, rows)],
        };
    }
}

/// <summary>The columns and cells of one scenario's table.</summary>
internal sealed class ResultCells
{
    private readonly RunResults _results;
    private readonly RaceRatios _ratios;
    private readonly TimeUnit _unit;
    private readonly bool _hasCategories;
    private readonly bool _hasRatios;
    private readonly string[] _parameters;
    private readonly string[] _figures;

    public ResultCells(RunResults results, IReadOnlyList<CaseResult> rows, RaceRatios ratios)
    {
        Measurement[] measured = [.. rows.Select(row => row.Measurement).OfType<Measurement>()];
        _results = results;
        _ratios = ratios;
        _unit = TimeUnit.For(measured.Select(numbers => numbers.Mean));
        _hasCategories = rows.Any(row => row.Categories.Length > 0);
        _hasRatios = rows.Any(row => ratios.Of(row) is not null);
        _parameters = [.. rows.SelectMany(row => row.Parameters).Select(parameter => parameter.Key).Distinct()];
        _figures = [.. measured.SelectMany(numbers => numbers.Figures).Select(figure => figure.Name).Distinct()];

        // In a narrow terminal the runtime can be guessed, and collections follow from bytes.
        Columns =
        [
            new("Method"),
            new("Runtime", Dispensability: results.Runtimes.Count > 1 ? 0 : 7),
            .. _hasCategories ? new ResultColumn[] { new("Categories", Dispensability: 1) } : [],
            .. _parameters.Select(name => new ResultColumn(name)),
            new("Mean", IsNumber: true),
            .. _hasRatios ? new ResultColumn[] { new("Ratio", IsNumber: true), new("99.9 % interval", IsNumber: true, Dispensability: 2) }
                : [],
            new("Gen0", IsNumber: true, Dispensability: 3),
            new("Gen1", IsNumber: true, Dispensability: 4),
            new("Gen2", IsNumber: true, Dispensability: 5),
            new("Allocated", IsNumber: true),
            new("Survived", IsNumber: true),
            .. _figures.Select(name => new ResultColumn(name, IsNumber: true)),
        ];
    }

    public IReadOnlyList<ResultColumn> Columns { get; }

    public ResultRow Row(CaseResult row) => new(
        [
            row.Row,
            _results.Runtimes.FirstOrDefault(runtime => runtime.Id == row.Runtime)?.Name ?? row.Runtime,
            .. _hasCategories ? new[] { row.Categories.Length > 0 ? row.Categories : Format.None } : [],
            .. _parameters.Select(name => row.Parameters.FirstOrDefault(parameter => parameter.Key == name).Value ?? Format.None),
            .. row.Measurement is { } measured ? Numbers(_ratios.Of(row), measured)
                : Enumerable.Repeat("NA", (_hasRatios ? 8 : 6) + _figures.Length),
        ],
        row.Measurement is null ? RowMark.Missing : RowMark.None);

    private IEnumerable<string> Numbers(RaceRatio? ratio, Measurement measured) =>
    [
        _unit.Format(measured.Mean),
        .. _hasRatios ? Ratio(ratio) : [],
        Collections(measured.Gen0),
        Collections(measured.Gen1),
        Collections(measured.Gen2),
        Format.Bytes(measured.Allocated),
        Format.Bytes(measured.Survived),
        .. _figures.Select(name => Format.Figure(measured.Figures.FirstOrDefault(figure => figure.Name == name))),
    ];

    private static string[] Ratio(RaceRatio? ratio) => ratio?.Estimate is not { } estimate ? [Format.None, Format.None] :
    [
        (ratio.IsOpen ? Format.CannotTell + " " : "") + Format.Number(estimate.Median, 2),
        ratio.IsReference ? Format.None : Format.Interval(estimate, 2),
    ];

    private static string Collections(double perThousand) => perThousand > 0 ? Format.Number(perThousand, 4) : Format.None;
}

/// <summary>Why rows have no numbers. A reason that several rows have in common is told once.</summary>
internal static class ResultIssues
{
    /// <param name="results">The run.</param>
    /// <param name="rows">The rows of one table.</param>
    public static IEnumerable<string> Create(RunResults results, IReadOnlyList<CaseResult> rows) =>
    [
        .. rows
            .Where(row => row.Measurement is null)
            .GroupBy(row => (row.Outcome, row.Reason))
            .Select(group => $"{Prefix(group.Key.Outcome)}{Who(results, rows, [.. group])}: {group.Key.Reason ?? "no reason is known"}"),
        .. rows
            .Where(row => row.NoRatio is not null)
            .GroupBy(row => row.NoRatio)
            .Select(group => $"no ratio, {Who(results, rows, [.. group])}: {group.Key}"),
    ];

    private static string Prefix(CaseOutcome outcome) => outcome switch
    {
        CaseOutcome.Failed => "failed, ",
        CaseOutcome.KnownFailure => "NA, fails as it is known to, ",
        _ => "NA, ",
    };

    // Runtimes on which it is the same rows are told together.
    private static string Who(RunResults results, IReadOnlyList<CaseResult> all, CaseResult[] group) => string.Join("; ", group
        .GroupBy(row => row.Runtime)
        .Select(onRuntime => (Rows: Rows([.. all.Where(row => row.Runtime == onRuntime.Key)], [.. onRuntime]),
            Runtime: Name(results, onRuntime.Key)))
        .GroupBy(told => told.Rows, told => told.Runtime)
        .Select(same => results.Runtimes.Count > 1 ? $"{same.Key} on {string.Join(", ", same)}" : same.Key));

    private static string Name(RunResults results, string runtime) =>
        results.Runtimes.FirstOrDefault(candidate => candidate.Id == runtime)?.Name ?? runtime;

    // A row that has it with some parameters only is told with them.
    private static string Rows(CaseResult[] all, CaseResult[] rows) => rows.Length == all.Length && rows.Length > 1
        ? "every row"
        : string.Join(", ", rows
            .GroupBy(row => row.Row)
            .SelectMany(same => same.Count() == all.Count(row => row.Row == same.Key)
                ? [same.Key]
                : same.Select(row => $"{row.Row} ({Parameters(row)})")));

    private static string Parameters(CaseResult row) =>
        string.Join(", ", row.Parameters.Select(parameter => parameter.Key + "=" + parameter.Value));
}
