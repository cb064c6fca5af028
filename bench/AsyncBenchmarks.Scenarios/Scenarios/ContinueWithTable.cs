using System.Collections.Generic;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>The graph of <see cref="AsyncAwaitTable"/>, with the library's continuation methods in place of await.</summary>
internal sealed class ContinueWithTable : ScenarioTable
{
    public override Scenario Scenario { get; } = new(
        "ContinueWith",
        "The same graph with the library's continuation methods in place of await.",
        ["Pending"],
        [
            "Callback: Action and Func pairs, the same as in AsyncAwait: a reference, not a continuation API.",
            "HandWritten: the same graph without a library, with the framework's semantics and nothing beyond: what a library adds is above it.",
        ])
    {
        IsQuick = true,
    };

    public override IEnumerable<Case> Cases(IReadOnlyList<Row> rows)
    {
        foreach (bool pending in new[] { false, true })
        {
            foreach (Row row in rows)
            {
                yield return Case(row, row.IsReference, row.Answers.ContinueWith(pending), pending ? "True" : "False");
            }
        }
    }
}
