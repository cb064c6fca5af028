extern alias OriginalPooledAwait;

using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using OriginalPooledAwait::PooledAwait;

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

        public override Offer Rounds(RoundsWork work) => work.IsChain
            ? Offer.No("PooledAwait 1.0.49 has no continuation method.")
            : work.WithAwait<PooledAwaitOriginalRounds, PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>>();

        public override Offer Operations(OperationsWork work) => work.With<PooledAwaitOriginalOperations, PooledValueTaskSource<int>, ValueTask<int>>().OverflowsIn(work).OverflowsOnMonoIn(work, links: 10_000);
    }
}
