using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A page of races.</summary>
internal static class RacePage
{
    /// <summary>Its file as markdown.</summary>
    public const string MarkdownFile = "race.md";

    /// <summary>The file of several, merged.</summary>
    public const string MergedFile = "races.md";

    private static readonly ResultColumn[] s_columns =
    [
        new("Method"),
        new("Ratio", IsNumber: true),
        new("Allocated", IsNumber: true, Dispensability: 1),
        new("99.9 % interval", IsNumber: true),
        new("Verdict"),
        new("Median", IsNumber: true, Dispensability: 2),
    ];

    public static Page Create(RaceResults results) => new(
        "Races on " + string.Join(", ", Runtimes(results).Select(runtime => runtime.Name)) + Environment(results),
        [.. RunPage.Origin(results.Origin, Runtimes(results)), "Raced: " + Description(results)],
        [.. results.Races.Select(race => Table(race, results.Origin))],
        [
            .. results.Races.SelectMany(race => race.Rows
                .Where(row => row.Outcome == CaseOutcome.Failed)
                .Select(row => $"{row.Case}: {row.Reason}")),
        ])
    {
        Warnings = results.Warnings,
    };

    /// <summary>One race's table.</summary>
    public static ResultTable Table(RaceResult race, Origin origin)
    {
        HashSet<string> ours = [.. origin.Libraries.Where(RunPage.IsOurs).Select(library => library.Name)];
        (string Name, bool HasRatio)[] figures = Figures(race);
        return new ResultTable(
            race.Title,
            $"time divided by {race.Rows[0].Name}'s, smaller is faster" + (race.Interrupted ? ", interrupted" : ""),
            [.. s_columns, .. figures.SelectMany(Columns)],
            [[.. race.Rows.Select(
                row => new ResultRow([.. Cells(row), .. figures.SelectMany(figure => Cells(figure, row))], Mark(row), IsOurs(row)))]],
            [
                .. race.Disturbed > RaceResult.WorthAWarning ? new[] { Warning(race.Disturbed) } : [],
                .. race.Rows
                    .Where(row => row.Outcome != CaseOutcome.Measured)
                    .GroupBy(row => row.Reason)
                    .Select(rows => $"NA, {string.Join(", ", rows.Select(row => row.Name))}: {rows.Key}"),
            ])
        {
            Charts =
            [
                new Chart(race.Title, "", race.Rows[0].Name,
                [
                    new ChartGroup("", [.. race.Rows.Where(row => row.Median is not null).Select(row => new ChartRow(
                        row.Name, IsOurs(row), row == race.Rows[0] ? new RatioEstimate(1, 1, 1) : row.Ratio, row.Allocated))]),
                ]),
            ],
        };

        // A case's name begins with scenario and row.
        bool IsOurs(RaceRow row) => ours.Contains(row.Case.Split('/')[1]);
    }

    private static RuntimeInfo[] Runtimes(RaceResults results) =>
        [.. results.Races.Select(results.RuntimeOf).DefaultIfEmpty(results.Runtime).DistinctBy(runtime => runtime.Id)];

    private static string Description(RaceResults results) =>
        $"{results.Launches} launches of {results.Rounds} rounds of {results.SliceMilliseconds} ms{Environment(results)}";

    private static string Environment(RaceResults results) =>
        string.Concat(results.Environment.Select(variable => $", {variable.Key}={variable.Value}"));

    private static string Warning(double disturbed) =>
        "The machine was not quiet: others had the processor for "
        + $"{Format.Number(disturbed * 100, 0)} % of the time, which was not counted.";

    private static RowMark Mark(RaceRow row) => row.Outcome != CaseOutcome.Measured
        ? RowMark.Missing
        : row.Ratio?.Verdict switch { Verdict.Win => RowMark.Win, Verdict.Loss => RowMark.Loss, _ => RowMark.None };

    // A time has a ratio if another row than the reference has it too.
    private static (string Name, bool HasRatio)[] Figures(RaceResult race) =>
    [
        .. race.Rows.SelectMany(row => row.Figures).GroupBy(figure => figure.Figure.Name)
            .Select(figures => (figures.Key, figures.Any(figure => figure.Ratio is not null))),
    ];

    private static IEnumerable<ResultColumn> Columns((string Name, bool HasRatio) figure) =>
    [
        new(figure.Name, IsNumber: true, Dispensability: 3),
        .. figure.HasRatio ? new ResultColumn[] { new(figure.Name + ", ratio", IsNumber: true, Dispensability: 3) } : [],
    ];

    private static IEnumerable<string> Cells((string Name, bool HasRatio) figure, RaceRow row)
    {
        RaceFigure? found = row.Figures.FirstOrDefault(each => each.Figure.Name == figure.Name);
        return
        [
            row.Median is null ? "NA" : Format.Figure(found?.Figure),
            .. figure.HasRatio ? new[] { row.Median is null ? "NA" : Ratio(found?.Ratio) } : [],
        ];
    }

    private static string Ratio(RatioEstimate? ratio) => ratio is null ? Format.None
        : Format.Number(ratio.Median, 2) + (ratio.Lower is null ? "" : $" ({Format.Interval(ratio, 2)})");

    private static IReadOnlyList<string> Cells(RaceRow row)
    {
        if (row.Median is not { } median)
        {
            return [row.Name, "NA", "NA", "NA", "NA", "NA"];
        }

        RatioEstimate? ratio = row.Ratio;
        return
        [
            row.Name,
            ratio is null ? "1.000" : Format.Ratio(ratio.Median),
            Format.Bytes(row.Allocated),
            Format.Interval(ratio),
            ratio?.Verdict switch { Verdict.Win => "win", Verdict.Loss => "loss", Verdict.CannotTell => Format.CannotTell,
                _ => Format.None },
            Format.Nanoseconds(median),
        ];
    }
}
