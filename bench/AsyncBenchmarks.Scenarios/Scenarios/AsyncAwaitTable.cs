using System.Collections.Generic;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>Seven nested async methods over four base operations.</summary>
internal sealed class AsyncAwaitTable : ScenarioTable
{
    public override Scenario Scenario { get; } = new(
        "AsyncAwait",
        "Seven nested async methods over four base operations, complete from the start or completed from outside.",
        ["Pending"],
        [
            "Callback: Action and Func pairs, a reference for the cost of the work alone; nobody can await them.",
            "HandWritten: the same graph without a library, with the framework's semantics and nothing beyond: what a library adds is above it.",
            "HandWritten-Async: the same as async methods, over the smallest builder: above HandWritten it is what the compiler's shape of a method costs.",
            "HandWritten-ValueTask: the same as async methods that return and await ValueTasks: above HandWritten-Async it is what the framework's awaiter costs.",
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
                yield return Case(row, row.IsReference, row.Answers.AsyncAwait(pending), pending ? "True" : "False");
            }
        }
    }
}
