using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>What ValueTasks can do. Also compiled for runtime-async.</summary>
internal sealed class ValueTaskAnswers : Answers
{
    public override Offer AsyncAwait(bool pending) => NestedWorkload<ValueTaskAsyncAwait>.Offer(pending);

    public override Offer ContinueWith(bool pending) => Offer.No("ValueTask has no continuation method.");

    public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Offer.Of(static () => new ValueTaskYield())
        : Offer.Of(static () => new ValueTaskYieldT());

    public override Offer WhenAll(int inputs) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");

    public override Offer WhenAny(int inputs) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");

    public override Offer WaitAsync(WaitLimit limit) => Offer.No("ValueTask has none; users turn each into a Task with AsTask, and have the Task row.");

    public override Offer Rounds(RoundsWork work) => work.IsChain
        ? Offer.No("ValueTask has no continuation method.")
        : work.WithAwait<ValueTaskRounds, PooledSource, PooledSource<Vector4>, PooledSource<object>>();

    public override Offer Operations(OperationsWork work) => work.With<ValueTaskOperations, PooledSource<int>, ValueTask<int>>().OverflowsOnMonoIn(work, links: 10_000);
}
