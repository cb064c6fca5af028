using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using RSG;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class RsgPromiseLibrary
{
    static partial void Answer(ref Answers? answers) => answers = new RsgPromiseAnswers();

    private sealed class RsgPromiseAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => Offer.No("RSG.Promise has no async methods: its promises have no method builder and no awaiter.");

        public override Offer ContinueWith(bool pending) => NestedWorkload<RsgPromiseContinueWith>.Offer(pending);

        public override Offer Yield(YieldCategory category) => Offer.No("RSG.Promise has no async methods: its promises have no method builder and no awaiter.");

        public override Offer WhenAll(int inputs) => Offer.Of(() => new RsgPromiseWhenAll(inputs));

        public override Offer WhenAny(int inputs) => Offer.Of(() => new RsgPromiseWhenAny(inputs));

        public override Offer WaitAsync(WaitLimit limit) => Offer.No("RSG.Promise has no wait with a limit.");

        public override Offer Rounds(RoundsWork work) => work.IsChain
            ? work.WithChain<RsgPromiseRounds, Promise, Promise<Vector4>, Promise<object>>().OverflowsIn(work)
            : Offer.No("RSG.Promise has no async methods: its promises have no method builder and no awaiter.");

        public override Offer Operations(OperationsWork work) => work.Kind == OperationsKind.Cancel
            ? Offer.No("RSG.Promise has no cancellation.")
            : work.With<RsgPromiseOperations, Promise<int>, IPromise<int>>().OverflowsIn(work, links: 10_000);
    }
}
