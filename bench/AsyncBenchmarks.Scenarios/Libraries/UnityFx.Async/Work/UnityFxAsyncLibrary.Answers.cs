extern alias UnityFxAsync;

using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using UnityFxAsync::UnityFx.Async;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class UnityFxAsyncLibrary
{
    static partial void Answer(ref Answers? answers) => answers = new UnityFxAsyncAnswers();

    private sealed class UnityFxAsyncAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<UnityFxAsyncAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => NestedWorkload<UnityFxAsyncContinueWith>.Offer(pending);

        public override Offer Yield(YieldCategory category) => category == YieldCategory.Task
            ? Offer.Of(static () => new AsyncResultYield())
            : Offer.Of(static () => new AsyncResultYieldT());

        public override Offer WhenAll(int inputs) => Offer.Of(() => new UnityFxAsyncWhenAll(inputs));

        public override Offer WhenAny(int inputs) => Offer.Of(() => new UnityFxAsyncWhenAny(inputs));

        public override Offer WaitAsync(WaitLimit limit) => Offer.No("UnityFx.Async has no wait with a limit; WithCancellation cancels the operation itself.");

        public override Offer Rounds(RoundsWork work) => work.IsChain
            ? work.WithChain<UnityFxAsyncRounds, AsyncCompletionSource, AsyncCompletionSource<Vector4>, AsyncCompletionSource<object>>().OverflowsIn(work)
            : work.WithAwait<UnityFxAsyncRounds, AsyncCompletionSource, AsyncCompletionSource<Vector4>, AsyncCompletionSource<object>>();

        public override Offer Operations(OperationsWork work) => work.With<UnityFxAsyncOperations, AsyncCompletionSource<int>, AsyncResult<int>>().OverflowsIn(work);
    }
}
