using System.Collections.Generic;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>Waits for an operation with a limit.</summary>
internal sealed class WaitAsyncTable : ScenarioTable
{
    public override Scenario Scenario { get; } = new(
        "WaitAsync",
        "A pending operation with a result is awaited with a limit, an hour or a cancellation that doesn't come, and completes.",
        ["Limit"],
        []);

    public override IEnumerable<Case> Cases(IReadOnlyList<Row> rows)
    {
        foreach (WaitLimit limit in new[] { WaitLimit.Timeout, WaitLimit.Cancellation })
        {
            foreach (Row row in rows)
            {
                yield return Case(row, row.IsBaselineOfCombinators, row.Answers.WaitAsync(limit), limit.ToString());
            }
        }
    }
}
