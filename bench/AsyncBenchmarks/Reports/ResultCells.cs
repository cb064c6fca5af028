using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>The columns and cells of one scenario's table.</summary>
internal sealed class ResultCells
{
    private readonly RunResults _results;
    private readonly RaceRatios? _races;
    private readonly TimeUnit _unit;
    private readonly bool _hasCategories;
    private readonly string[] _parameters;
    private readonly string[] _figures;
    private readonly RaceRatio[] _raced;

    public ResultCells(RunResults results, IReadOnlyList<CaseResult> rows, RaceRatios? races)
    {
        Measurement[] measured = [.. rows.Select(row => row.Measurement).OfType<Measurement>()];
        _results = results;
        _races = races;
        _unit = TimeUnit.For(measured.Select(numbers => numbers.Mean));
        _hasCategories = rows.Any(row => row.Categories.Length > 0);
        _parameters = [.. rows.SelectMany(row => row.Parameters).Select(parameter => parameter.Key).Distinct()];
        _figures = [.. measured.SelectMany(numbers => numbers.Figures).Select(figure => figure.Name).Distinct()];
        _raced = [.. rows.Select(row => races?.Of(row)).OfType<RaceRatio>()];

        // In a narrow terminal the runtime can be guessed, the ratio can be worked out, and collections follow from bytes.
        Columns =
        [
            new("Method"),
            new("Runtime", Dispensability: results.Runtimes.Count > 1 ? 0 : 6),
            .. _hasCategories ? new ResultColumn[] { new("Categories", Dispensability: 1) } : [],
            .. _parameters.Select(name => new ResultColumn(name)),
            new("Mean", IsNumber: true),
            new("Ratio", IsNumber: true, Dispensability: 2),
            new("Gen0", IsNumber: true, Dispensability: 3),
            new("Gen1", IsNumber: true, Dispensability: 4),
            new("Gen2", IsNumber: true, Dispensability: 5),
            new("Allocated", IsNumber: true),
            new("Survived", IsNumber: true),
            .. _figures.Select(name => new ResultColumn(name, IsNumber: true)),
        ];
    }

    public IReadOnlyList<ResultColumn> Columns { get; }

    /// <summary>Where the ratios come from.</summary>
    public IEnumerable<string> Notes => _raced.Length > 0
        ?
        [
            $"Ratio: time against {string.Join(" or ", _raced.Select(ratio => ratio.Reference).Distinct())}'s, from a race of "
                + $"{string.Join(" or ", _raced.Select(ratio => ratio.Launches).Distinct())} launches; its intervals are in {RacePage.MarkdownFile}. A row without one did not race.",
        ]
        : ["Ratio: ~ is the ratio of two means that were measured one after the other, an orientation only; who is faster is told by a race."];

    public ResultRow Row(CaseResult row) => new(
        [
            row.Row,
            _results.Runtimes.FirstOrDefault(runtime => runtime.Id == row.Runtime)?.Name ?? row.Runtime,
            .. _hasCategories ? new[] { row.Categories.Length > 0 ? row.Categories : Format.None } : [],
            .. _parameters.Select(name => row.Parameters.FirstOrDefault(parameter => parameter.Key == name).Value ?? Format.None),
            .. row.Measurement is { } measured ? Numbers(row, measured) : Enumerable.Repeat("NA", 7 + _figures.Length),
        ],
        row.Measurement is null ? RowMark.Missing : RowMark.None);

    private IEnumerable<string> Numbers(CaseResult row, Measurement measured) =>
    [
        _unit.Format(measured.Mean),
        Ratio(row),
        Collections(measured.Gen0),
        Collections(measured.Gen1),
        Collections(measured.Gen2),
        Format.Bytes(measured.Allocated),
        Format.Bytes(measured.Survived),
        .. _figures.Select(name => FigureFormat.Text(measured.Figures.FirstOrDefault(figure => figure.Name == name))),
    ];

    private string Ratio(CaseResult row) => _raced.Length > 0
        ? _races!.Of(row)?.Estimate is { } estimate ? Format.Number(estimate.Median, 2) : Format.None
        : row.Ratio is { } ratio ? "~" + Format.Number(ratio, 2) : Format.None;

    private static string Collections(double perThousand) => perThousand > 0 ? Format.Number(perThousand, 4) : Format.None;
}
