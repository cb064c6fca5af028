using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

/// <summary>The list of cases that should have worked and did not.</summary>
internal static class Issues
{
    public const string Title = "Benchmarks with issues";

    public static IReadOnlyList<string> Lines(RunResults results) =>
    [
        .. results.Cases
            .Where(row => row.Outcome == CaseOutcome.Failed)
            .Select(row => results.Runtimes.Count > 1 ? $"{row.Case} on {row.Runtime}: {row.Reason}" : $"{row.Case}: {row.Reason}"),
    ];
}
