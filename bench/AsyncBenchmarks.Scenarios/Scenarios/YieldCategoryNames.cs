using System;

namespace AsyncBenchmarks.Scenarios;

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
