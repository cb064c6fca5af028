using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A page of races.</summary>
internal static class RacePage
{
    private static readonly ResultColumn[] s_columns =
    [
        new("Method", false), new("Median", true), new("Allocated", true), new("Ratio", true), new("99.9 % interval", true), new("Verdict", false),
    ];

    public static Page Create(RaceResults results) => new(
        "Races",
        [.. OriginLines.Create(results.Origin, [results.Runtime]), Description(results)],
        [.. results.Races.Select(Table)],
        [
            .. results.Races.SelectMany(race => race.Rows
                .Where(row => row.Outcome == CaseOutcome.Failed)
                .Select(row => $"{row.Case}: {row.Reason}")),
        ]);

    /// <summary>One race's table.</summary>
    public static ResultTable Table(RaceResult race) => new(
        race.Title,
        $"ratios to {race.Rows[0].Name}" + (race.Interrupted ? ", interrupted" : ""),
        s_columns,
        [[.. race.Rows.Select(Cells)]],
        [
            .. race.Rows
                .Where(row => row.Outcome != CaseOutcome.Measured)
                .GroupBy(row => row.Reason)
                .Select(rows => $"NA, {string.Join(", ", rows.Select(row => row.Name))}: {rows.Key}"),
        ]);

    private static string Description(RaceResults results)
    {
        string environment = string.Concat(results.Environment.Select(variable => $", {variable.Key}={variable.Value}"));
        return $"{results.Launches} launches of {results.Rounds} rounds of {results.SliceMilliseconds} ms{environment}";
    }

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
            Format.Nanoseconds(median),
            Format.Bytes(row.Allocated),
            ratio is null ? "1.000" : Format.Ratio(ratio.Median),
            ratio is { Lower: { } lower, Upper: { } upper } ? $"{Format.Ratio(lower)} .. {Format.Ratio(upper)}" : Format.None,
            ratio?.Verdict switch { Verdict.Win => "win", Verdict.Loss => "loss", Verdict.CannotTell => "can't tell", _ => Format.None },
        ];
    }
}
