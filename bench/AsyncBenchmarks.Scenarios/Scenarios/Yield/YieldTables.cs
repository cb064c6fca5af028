namespace AsyncBenchmarks.Scenarios;

/// <summary>Operations that suspend twice.</summary>
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
            category => category.Name()));
}

/// <summary>The framework's type that a library's type can take the place of.</summary>
internal enum YieldCategory
{
    /// <summary>Awaited any number of times, no result.</summary>
    Task,

    /// <summary>Awaited any number of times, a result.</summary>
    TaskT,

    /// <summary>Awaited once, no result.</summary>
    ValueTask,

    /// <summary>Awaited once, a result.</summary>
    ValueTaskT,
}

/// <summary>The categories' names.</summary>
internal static class YieldCategoryNames
{
    /// <summary>The name in the table's Category column.</summary>
    public static string Name(this YieldCategory category) => category switch
    {
        YieldCategory.Task => "Task",
        YieldCategory.TaskT => "Task<T>",
        YieldCategory.ValueTask => "ValueTask",
        YieldCategory.ValueTaskT => "ValueTask<T>",
        _ => throw new ArgumentOutOfRangeException(nameof(category)),
    };
}
