using System.Collections.Generic;
using System.Globalization;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>Waits for all of several operations; completed one by one.</summary>
internal sealed class WhenAllTable : ScenarioTable
{
    public override Scenario Scenario { get; } = new(
        "WhenAll",
        "Pending operations with a result are made, awaited all at once by one async method, and completed one by one.",
        ["Inputs"],
        [
            "PooledAwait writes the results into an array that is there; the others make one each time, ProtoPromise takes a list that is there.",
        ]);

    public override IEnumerable<Case> Cases(IReadOnlyList<Row> rows)
    {
        foreach (int inputs in new[] { 10, 1_000 })
        {
            foreach (Row row in rows)
            {
                yield return Case(row, row.IsBaselineOfCombinators, row.Answers.WhenAll(inputs), inputs.ToString(CultureInfo.InvariantCulture));
            }
        }
    }
}
