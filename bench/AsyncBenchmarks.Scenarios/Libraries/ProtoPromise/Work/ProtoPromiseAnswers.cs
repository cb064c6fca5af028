using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using Proto.Promises;

namespace AsyncBenchmarks.Libraries;

/// <summary>What promises can do.</summary>
internal class ProtoPromiseAnswers : Answers
{
    public override Offer AsyncAwait(bool pending) => NestedWorkload<ProtoPromiseAsyncAwait>.Offer(pending);

    public override Offer ContinueWith(bool pending) => NestedWorkload<ProtoPromiseContinueWith>.Offer(pending);

    public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Offer.Of(static () => new PromiseYield())
        : Offer.Of(static () => new PromiseYieldT());

    public override Offer WhenAll(int inputs) => Offer.Of(() => new ProtoPromiseWhenAll(inputs));

    public override Offer WhenAny(int inputs) => Offer.Of(() => new ProtoPromiseWhenAny(inputs));

    public override Offer WaitAsync(WaitLimit limit) => Offer.Of(() => new ProtoPromiseWaitAsync(limit));

    public override Offer Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<ProtoPromiseRounds, Promise.Deferred, Promise<Vector4>.Deferred, Promise<object>.Deferred>().OverflowsIn(work)
        : work.WithAwait<ProtoPromiseRounds, Promise.Deferred, Promise<Vector4>.Deferred, Promise<object>.Deferred>();

    public override Offer Operations(OperationsWork work) => work.With<ProtoPromiseOperations, Promise<int>.Deferred, Promise<int>>().OverflowsIn(work);
}
