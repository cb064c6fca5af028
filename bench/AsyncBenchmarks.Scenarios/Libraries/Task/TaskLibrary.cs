using AsyncBenchmarks.Bodies;
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
    };

    private sealed class TaskAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<TaskAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => NestedWorkload<TaskContinueWith>.Offer(pending);

        public override Offer Yield(YieldCategory category) =>
            category == YieldCategory.Task ? Offer.Of(static () => new TaskYield()) : Offer.Of(static () => new TaskYieldT());
    }
}
