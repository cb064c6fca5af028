using System;
using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Results;

/// <summary>Compares each row with its baseline.</summary>
public static class Ratios
{
    /// <summary>The same rows with their ratios.</summary>
    /// <param name="cases">Rows of any scenarios, runtimes and parameters.</param>
    public static IReadOnlyList<CaseResult> Fill(IReadOnlyList<CaseResult> cases)
    {
        Dictionary<string, Measurement> baselines = cases
            .Where(row => row.IsBaseline && row.Measurement is not null)
            .ToDictionary(Group, row => row.Measurement!);
        return
        [
            .. cases.Select(row => row.Measurement is { } measured && baselines.TryGetValue(Group(row), out Measurement? baseline)
                ? Compare(row, measured, baseline)
                : row with { Ratio = null, RatioSD = null }),
        ];
    }

    private static string Group(CaseResult row) =>
        string.Join('/', row.Parameters.Select(parameter => parameter.ToString()).Prepend(row.Runtime).Prepend(row.Scenario));

    private static CaseResult Compare(CaseResult row, Measurement measured, Measurement baseline)
    {
        double ratio = measured.Mean / baseline.Mean;

        // Two independent relative errors.
        double spread = Math.Sqrt(Math.Pow(measured.StdDev / measured.Mean, 2) + Math.Pow(baseline.StdDev / baseline.Mean, 2));
        return row.IsBaseline
            ? row with { Ratio = 1, RatioSD = 0 }
            : row with { Ratio = ratio, RatioSD = ratio * spread };
    }
}
