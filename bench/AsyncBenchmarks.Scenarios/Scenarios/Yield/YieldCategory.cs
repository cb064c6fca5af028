using System;

namespace AsyncBenchmarks.Scenarios;

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
