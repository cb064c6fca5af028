using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.Task.</summary>
internal static partial class TaskLibrary
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

    private static Offer Limited(WaitLimit limit)
    {
        Offer? offer = null;
        AnswerWaitAsync(limit, ref offer);
        return offer ?? Offer.No("This runtime's Task has no WaitAsync.");
    }

    // Its body is in Work, compiled where the method exists.
    static partial void AnswerWaitAsync(WaitLimit limit, ref Offer? offer);

    private sealed class TaskAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<TaskAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => NestedWorkload<TaskContinueWith>.Offer(pending);

        public override Offer Yield(YieldCategory category) =>
            category == YieldCategory.Task ? Offer.Of(static () => new TaskYield()) : Offer.Of(static () => new TaskYieldT());

        public override Offer WhenAll(int inputs) => Offer.Of(() => new TaskWhenAll(inputs));

        public override Offer WhenAny(int inputs) => Offer.Of(() => new TaskWhenAny(inputs));

        public override Offer WaitAsync(WaitLimit limit) => Limited(limit);
    }
}
