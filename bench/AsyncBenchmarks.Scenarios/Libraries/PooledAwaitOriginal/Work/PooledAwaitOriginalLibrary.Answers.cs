using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class PooledAwaitOriginalLibrary
{
    static partial void Answer(ref Answers? answers) => answers = new PooledAwaitOriginalAnswers();

    private sealed class PooledAwaitOriginalAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<PooledAwaitOriginalAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => Offer.No("PooledAwait 1.0.49 has no continuation method.");

        public override Offer Yield(YieldCategory category) => category switch
        {
            YieldCategory.Task => Offer.Of(static () => new OriginalPooledTaskYield()),
            YieldCategory.TaskT => Offer.Of(static () => new OriginalPooledTaskYieldT()),
            YieldCategory.ValueTask => Offer.Of(static () => new OriginalPooledValueTaskYield()),
            _ => Offer.Of(static () => new OriginalPooledValueTaskYieldT()),
        };

        public override Offer WhenAll(int inputs) => Offer.No("PooledAwait 1.0.49 has no combinators.");

        public override Offer WhenAny(int inputs) => Offer.No("PooledAwait 1.0.49 has no combinators.");

        public override Offer WaitAsync(WaitLimit limit) => Offer.No("PooledAwait 1.0.49 has no combinators.");
    }
}
