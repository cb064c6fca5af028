using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <content>What it can do.</content>
internal static partial class ValueTaskPoolingLibrary
{
    static partial void Answer(ref Answers? answers) => answers = new ValueTaskPoolingAnswers();

    private sealed class ValueTaskPoolingAnswers : Answers
    {
        public override Offer AsyncAwait(bool pending) => NestedWorkload<ValueTaskPoolingAsyncAwait>.Offer(pending);

        public override Offer ContinueWith(bool pending) => Offer.No("ValueTask has no continuation method.");

        public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
            ? Offer.Of(static () => new ValueTaskPoolingYield())
            : Offer.Of(static () => new ValueTaskPoolingYieldT());

        public override Offer WhenAll(int inputs) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");

        public override Offer WhenAny(int inputs) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");

        public override Offer WaitAsync(WaitLimit limit) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");

        public override Offer Rounds(RoundsWork work) => work.IsChain
            ? Offer.No("ValueTask has no continuation method.")
            : work.WithAwait<ValueTaskPoolingRounds, PooledSource, PooledSource<Vector4>, PooledSource<object>>();

        public override Offer Operations(OperationsWork work) => work.With<ValueTaskPoolingOperations, PooledSource<int>, ValueTask<int>>().OverflowsIn(work);
    }
}
