using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>Action and Func pairs: no library, a reference for what the work costs by itself.</summary>
internal static class CallbackLibrary
{
    public static Row Row { get; } = new(
        "Callback",
        FrameworkLibrary.Describe("Callback", "A reference, not an API."),
        new CallbackAnswers())
    {
        IsReference = true,
    };

    private sealed class CallbackAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<CallbackNested>.Offer(pending);

        // The same body in both scenarios: there is only one way to call back.
        public override Offer ContinueWith(bool pending) => NestedWorkload<CallbackNested>.Offer(pending);

        public override Offer Yield(YieldCategory category) => Offer.No("Callbacks can't be awaited.");

        public override Offer WhenAll(int inputs) => Offer.No("Callbacks can't be combined.");

        public override Offer WhenAny(int inputs) => Offer.No("Callbacks can't be combined.");

        public override Offer WaitAsync(WaitLimit limit) => Offer.No("Callbacks can't be combined.");

        public override Offer Rounds(RoundsWork work) => Offer.No("Callbacks are no operations.");

        public override Offer Operations(OperationsWork work) => Offer.No("Callbacks are no operations.");
    }
}
