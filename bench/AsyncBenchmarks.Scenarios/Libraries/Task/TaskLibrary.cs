using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.Task.</summary>
internal static class TaskLibrary
{
    public static Row Row { get; } = new(
        "Task",
        FrameworkLibrary.Describe("Task"),
        new TaskAnswers(),
        YieldCategory.Task,
        YieldCategory.TaskT)
    {
        IsBaselineOfYield = true,
        IsBaselineOfCombinators = true,
    };
}
