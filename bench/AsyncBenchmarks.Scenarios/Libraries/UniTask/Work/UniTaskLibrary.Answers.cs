using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using Cysharp.Threading.Tasks;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class UniTaskLibrary
{
    static partial void Answer(ref Answers? answers) => answers = new UniTaskAnswers();

    private sealed class UniTaskAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<UniTaskAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => NestedWorkload<UniTaskContinueWith>.Offer(pending);

        public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
            ? Offer.Of(static () => new UniTaskYield())
            : Offer.Of(static () => new UniTaskYieldT());

        public override Offer WhenAll(int inputs) => Offer.Of(() => new UniTaskWhenAll(inputs));

        public override Offer WhenAny(int inputs) => Offer.Of(() => new UniTaskWhenAny(inputs));

        public override Offer WaitAsync(WaitLimit limit) => limit == WaitLimit.Cancellation
            ? Offer.Of(static () => new UniTaskWaitAsync())
            : Offer.No("UniTask.Timeout is made for Unity's player loop; the .NET build does not have it.");

        public override Offer Rounds(RoundsWork work) => work.IsChain
            ? work.WithChain<UniTaskRounds, AutoResetUniTaskCompletionSource, AutoResetUniTaskCompletionSource<Vector4>, AutoResetUniTaskCompletionSource<object>>().OverflowsIn(work)
            : work.WithAwait<UniTaskRounds, AutoResetUniTaskCompletionSource, AutoResetUniTaskCompletionSource<Vector4>, AutoResetUniTaskCompletionSource<object>>();

        public override Offer Operations(OperationsWork work) => work.With<UniTaskOperations, AutoResetUniTaskCompletionSource<int>, UniTask<int>>().OverflowsIn(work);
    }
}
