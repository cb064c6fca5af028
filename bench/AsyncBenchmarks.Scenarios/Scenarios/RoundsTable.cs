using System.Collections.Generic;
using System.Globalization;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>One of the seven benchmarks in rounds.</summary>
internal sealed class RoundsTable(RoundsKind kind, string description) : ScenarioTable
{
    private static readonly int[] s_rounds = [100, 10_000];

    public override Scenario Scenario { get; } = new(
        kind.ToString(),
        description,
        ["N"],
        [
            "A round is three operations: without a result, with a struct of four floats, with an object. One benchmark is N rounds.",
            "Survived: what a benchmark leaves behind when one round has been done before.",
        ]);

    public override IEnumerable<Case> Cases(IReadOnlyList<Row> rows)
    {
        foreach (int rounds in s_rounds)
        {
            RoundsWork work = new(kind, rounds);
            foreach (Row row in rows)
            {
                yield return Case(row, row.IsBaselineOfCombinators, row.Answers.Rounds(work), rounds.ToString(CultureInfo.InvariantCulture));
            }
        }
    }
}
