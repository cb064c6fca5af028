using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

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
