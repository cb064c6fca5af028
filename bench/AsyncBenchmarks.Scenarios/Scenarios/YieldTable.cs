using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>Operations that suspend twice and go on in the thread pool, a thousand in a row.</summary>
internal sealed class YieldTable : ScenarioTable
{
    public override Scenario Scenario { get; } = new(
        "Yield",
        "An async method that awaits Task.Yield() twice, 1,000 in a row, cost per operation.",
        ["Category"],
        [
            "Category: the framework's type that the library's own type can take the place of.",
            "The loop that awaits the operations is an async method of the same type.",
        ])
    {
        IsQuick = true,
    };

    public override IEnumerable<Case> Cases(IReadOnlyList<Row> rows)
    {
        foreach (YieldCategory category in new[] { YieldCategory.Task, YieldCategory.TaskT, YieldCategory.ValueTask, YieldCategory.ValueTaskT })
        {
            foreach (Row row in rows.Where(row => row.StandsFor.Contains(category)))
            {
                yield return Case(row, row.IsBaselineOfYield, row.Answers.Yield(category), category.Name());
            }
        }
    }
}
