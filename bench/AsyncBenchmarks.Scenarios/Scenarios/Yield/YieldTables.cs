namespace AsyncBenchmarks.Scenarios;

internal static class YieldTables
{
    public static ScenarioTable Yield { get; } = new(
        new Scenario(
            "Yield",
            "An async method that awaits Task.Yield() twice, 1,000 in a row, cost per operation.",
            ["Category"],
            [
                "Category: the framework's type that the library's own type can take the place of.",
                "The loop that awaits the operations is an async method of the same type.",
            ])
        {
            IsQuick = true,
            UsesThreads = true,
        },
        ScenarioSize.Of(
            [YieldCategory.Task, YieldCategory.TaskT, YieldCategory.ValueTask, YieldCategory.ValueTaskT],
            (row, category) => row.StandsFor.Contains(category) ? row.Yield(category) : null,
            category => category switch
            {
                YieldCategory.TaskT => "Task<T>",
                YieldCategory.ValueTaskT => "ValueTask<T>",
                _ => category.ToString(),
            }));
}

/// <summary>The framework's type that a library's type can take the place of.</summary>
internal enum YieldCategory
{
    Task,
    TaskT,
    ValueTask,
    ValueTaskT,
}
