using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.ValueTask with the builders that the compiler takes.</summary>
internal static class ValueTaskLibrary
{
    public static Row Row { get; } = new(
        "ValueTask",
        FrameworkLibrary.Describe(
            "ValueTask",
            "What survives is the suite's own pooled source, a ManualResetValueTaskSourceCore in an object."),
        new ValueTaskAnswers(),
        YieldCategory.ValueTask,
        YieldCategory.ValueTaskT)
    {
        IsBaselineOfYield = true,
    };
}
