using AsyncBenchmarks.Bodies;
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

    private sealed class ValueTaskAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<ValueTaskAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => Offer.No("ValueTask has no continuation method.");

        public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
            ? Offer.Of(static () => new ValueTaskYield())
            : Offer.Of(static () => new ValueTaskYieldT());

        public override Offer WhenAll(int inputs) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");

        public override Offer WhenAny(int inputs) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");

        public override Offer WaitAsync(WaitLimit limit) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");
    }
}
