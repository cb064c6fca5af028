using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>A run's page.</summary>
internal static class RunPage
{
    public static Page Create(RunResults results) => new(
        "C# async libraries compared",
        [.. Warnings(results), .. OriginLines.Create(results.Origin, results.Runtimes)],
        ResultTables.Create(results),
        [
            .. results.Cases
                .Where(row => row.Outcome == CaseOutcome.Failed)
                .GroupBy(row => row.Reason, row => results.Runtimes.Count > 1 ? $"{row.Case} on {row.Runtime}" : row.Case)
                .Select(rows => $"{string.Join(", ", rows)}: {rows.Key}"),
        ]);

    private static IEnumerable<string> Warnings(RunResults results)
    {
        if (results.Kind == RunKind.Quick)
        {
            yield return "quick: not for quoting";
        }
        else if (results.Kind == RunKind.Smoke)
        {
            yield return "smoke: shows that the rows work; the times mean nothing";
        }

        if (!results.Complete)
        {
            yield return "incomplete: the run was stopped before its last case";
        }
    }
}
