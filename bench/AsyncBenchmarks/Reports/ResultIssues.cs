using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Reports;

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
                : same.Select(row => $"{row.Row} ({string.Join(",
                    ", row.Parameters.Select(parameter => parameter.Key + "=" + parameter.Value))})")));
}
