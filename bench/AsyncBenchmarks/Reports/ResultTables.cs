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
            .Select(package => $"{string.Join(", ", package)}: {Page.WithAdvice(package.Key.NotFound)}"),
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
        IGrouping<string, CaseResult>[] groups =
            [.. rows.GroupBy(row => string.Join('/', row.Parameters.Select(parameter => parameter.Value).Prepend(row.Runtime)))];
        return new ResultTable(
            scenario,
            info.Description,
            cells.Columns,
            [.. groups.Select(group => group.SelectMany(cells.Rows).ToArray())],
            info.Notes)
        {
            Issues = [.. ResultIssues.Create(results, rows)],
            Summary = [.. groups.Select(group => Fastest(results, ratios, [.. group])).OfType<string>()],
            Charts =
            [
                .. groups.GroupBy(group => group.First().Runtime)
                    .Select(onRuntime => Chart(results, ratios, scenario, [.. onRuntime])),
            ],
        };
    }

    // The row with the smallest ratio, and those whose intervals overlap with its own.
    private static string? Fastest(RunResults results, RaceRatios ratios, CaseResult[] group)
    {
        HashSet<string> references = [.. results.Origin.Libraries.Where(RunPage.IsReference).Select(library => library.Name)];
        (CaseResult Row, RaceRatio Ratio)[] raced =
        [
            .. group.Where(row => row.Measurement is not null && !references.Contains(row.Library))
                .Select(row => (row, ratios.Of(row)!))
                .Where(pair => pair.Item2?.Estimate is { Upper: not null })
                .OrderBy(pair => pair.Item2.Estimate!.Median),
        ];
        if (raced.Length < 2)
        {
            return null;
        }

        (CaseResult first, RaceRatio ratio) = raced[0];
        string[] equal = [.. raced.Skip(1).Where(pair => pair.Ratio.Estimate!.Lower <= ratio.Estimate!.Upper).Select(pair => pair.Row.Row)];
        IEnumerable<string> runtime = results.Runtimes.Count > 1 ? [Name(results, first.Runtime)] : [];
        string where = string.Join(", ", RunPage.Parameters(first).Concat(runtime));
        return (where.Length > 0 ? where + ": " : "")
            + $"{first.Row} is fastest, "
            + (ratio.IsReference ? "" : $"{Format.Number(ratio.Estimate!.Median, 2)} of {ratio.Reference}'s time, ")
            + Format.Bytes(first.Measurement!.Allocated)
            + (equal.Length > 0 ? $"; can't be told from {string.Join(", ", equal)}" : "");
    }

    private static Chart Chart(RunResults results, RaceRatios ratios, string scenario, IGrouping<string, CaseResult>[] groups)
    {
        CaseResult[] rows = [.. groups.SelectMany(group => group)];
        string runtime = rows[0].Runtime;
        HashSet<string> ours = [.. results.Origin.Libraries.Where(RunPage.IsOurs).Select(library => library.Name)];
        bool isFirst = results.Runtimes.First(each => each.NotFound is null).Id == runtime;
        return new Chart(
            $"{scenario}, {Name(results, runtime)}",
            scenario + (isFirst ? "" : "-" + runtime) + ".svg",
            string.Join(" or ", rows.Select(ratios.Of).OfType<RaceRatio>().Select(ratio => ratio.Reference).Distinct()),
            [
                .. groups.Select(group => new ChartGroup(
                    string.Join(", ", RunPage.Parameters(group.First())),
                    [
                        .. group.Where(row => row.Measurement is not null).SelectMany(row =>
                        {
                            RaceRatio? ratio = ratios.Of(row);
                            ChartRow own = new(
                                row.Row, ours.Contains(row.Library), ratio?.Estimate, row.Measurement!.Allocated);
                            return ratio?.Again is { } again
                                ? new[] { own, own with { Name = own.Name + RaceResult.AgainSuffix, Ratio = again, Bytes = null } }
                                : [own];
                        }),
                    ])),
            ]);
    }

    /// <summary>A runtime's name in tables.</summary>
    public static string Name(RunResults results, string runtime) =>
        results.Runtimes.FirstOrDefault(candidate => candidate.Id == runtime)?.Name ?? runtime;
}

/// <summary>The columns and cells of one scenario's table.</summary>
internal sealed class ResultCells
{
    private readonly RunResults _results;
    private readonly RaceRatios _ratios;
    private readonly TimeUnit _unit;
    private readonly bool _hasRatios;
    private readonly string[] _parameters;
    private readonly string[] _figures;
    private readonly HashSet<string> _ours;

    public ResultCells(RunResults results, IReadOnlyList<CaseResult> rows, RaceRatios ratios)
    {
        Measurement[] measured = [.. rows.Select(row => row.Measurement).OfType<Measurement>()];
        _results = results;
        _ratios = ratios;
        _unit = TimeUnit.For(measured.Select(numbers => numbers.Mean));
        _hasRatios = rows.Any(row => ratios.Of(row) is not null);
        _parameters = [.. rows.SelectMany(row => row.Parameters).Select(parameter => parameter.Key).Distinct()];
        _figures = [.. measured.SelectMany(numbers => numbers.Figures).Select(figure => figure.Name).Distinct()];

        // The columns that readers look for stand first. In a narrow terminal the runtime can be guessed, and collections follow from
        // bytes.
        _ours = [.. results.Origin.Libraries.Where(RunPage.IsOurs).Select(library => library.Name)];
        Columns =
        [
            new("Method"),
            new("Runtime", Dispensability: results.Runtimes.Count > 1 ? 0 : 7, IsOfGroup: true),
            .. _parameters.Select(name => new ResultColumn(name, IsOfGroup: true)),
            .. _hasRatios ? new ResultColumn[] { new("Ratio", IsNumber: true) } : [],
            new("Allocated", IsNumber: true),
            .. _hasRatios ? new ResultColumn[] { new("99.9 % interval", IsNumber: true, Dispensability: 2) } : [],
            new("Mean", IsNumber: true),
            new("Survived", IsNumber: true),
            .. _figures.Select(name => new ResultColumn(name, IsNumber: true)),
            new("Gen0", IsNumber: true, Dispensability: 3),
            new("Gen1", IsNumber: true, Dispensability: 4),
            new("Gen2", IsNumber: true, Dispensability: 5),
        ];
    }

    public IReadOnlyList<ResultColumn> Columns { get; }

    /// <summary>A case's row, and that of the reference's second lane.</summary>
    public IEnumerable<ResultRow> Rows(CaseResult row)
    {
        RaceRatio? ratio = _ratios.Of(row);
        yield return Row(row, row.Row, row.Measurement is { } measured ? Numbers(row, ratio, measured) : Same("NA"));
        if (ratio?.Again is { } again)
        {
            RaceRatio second = new(ratio.Reference, ratio.Launches, again, IsReference: false);
            yield return Row(row, row.Row + RaceResult.AgainSuffix, Numbers(row, second, measured: null));
        }
    }

    private ResultRow Row(CaseResult row, string name, IEnumerable<string> numbers) => new(
        [
            name,
            ResultTables.Name(_results, row.Runtime),
            .. _parameters.Select(name => row.Parameters.FirstOrDefault(parameter => parameter.Key == name).Value ?? Format.None),
            .. numbers,
        ],
        row.Measurement is null ? RowMark.Missing : RowMark.None,
        _ours.Contains(row.Library));

    private IEnumerable<string> Same(string cell) => Enumerable.Repeat(cell, Columns.Count - 2 - _parameters.Length);

    // In the order of the columns; of the second lane only the ratio is of interest.
    private IEnumerable<string> Numbers(CaseResult row, RaceRatio? ratio, Measurement? measured) =>
    [
        .. _hasRatios ? [Ratio(ratio)] : Array.Empty<string>(),
        Format.Bytes(measured?.Allocated),
        .. _hasRatios ? [ratio is null or { IsReference: true } ? Format.None : Format.Interval(ratio.Estimate, 2)] : Array.Empty<string>(),
        measured is null ? Format.None : _unit.Format(measured.Mean),
        Format.Bytes(measured?.Survived),
        .. _figures.Select(name => Format.Figure(measured?.Figures.FirstOrDefault(figure => figure.Name == name))),
        Collections(measured?.Gen0),
        Collections(measured?.Gen1),
        Collections(measured?.Gen2),
    ];

    private static string Ratio(RaceRatio? ratio) => ratio?.Estimate is not { } estimate ? Format.None
        : (ratio.IsOpen ? Format.CannotTell + " " : "") + Format.Number(estimate.Median, 2);

    private static string Collections(double? perThousand) => perThousand is > 0 and { } some ? Format.Number(some, 4) : Format.None;
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
            Runtime: ResultTables.Name(results, onRuntime.Key)))
        .GroupBy(told => told.Rows, told => told.Runtime)
        .Select(same => results.Runtimes.Count > 1 ? $"{same.Key} on {string.Join(", ", same)}" : same.Key));

    // A row that has it with some parameters only is told with them.
    private static string Rows(CaseResult[] all, CaseResult[] rows) => rows.Length == all.Length && rows.Length > 1
        ? "every row"
        : string.Join(", ", rows
            .GroupBy(row => row.Row)
            .SelectMany(same => same.Count() == all.Count(row => row.Row == same.Key)
                ? [same.Key]
                : same.Select(row => $"{row.Row} ({string.Join(", ", RunPage.Parameters(row))})")));
}
