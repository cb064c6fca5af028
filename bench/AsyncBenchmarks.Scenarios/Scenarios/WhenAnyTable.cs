using System.Collections.Generic;
using System.Globalization;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>Waits for the first of several operations.</summary>
internal sealed class WhenAnyTable : ScenarioTable
{
    public override Scenario Scenario { get; } = new(
        "WhenAny",
        "Pending operations with a result are made, the first of them is awaited by one async method; the last made completes first, then the others.",
        ["Inputs"],
        [
            "Every operation is completed, the losers after the winner: what a library does with them is part of it.",
        ]);

    public override IEnumerable<Case> Cases(IReadOnlyList<Row> rows)
    {
        foreach (int inputs in new[] { 2, 10 })
        {
            foreach (Row row in rows)
            {
                yield return Case(row, row.IsBaselineOfCombinators, row.Answers.WhenAny(inputs), inputs.ToString(CultureInfo.InvariantCulture));
            }
        }
    }
}
