using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>What tasks can do. Also compiled for runtime-async.</summary>
internal sealed partial class TaskAnswers : Answers
{
    public override Offer AsyncAwait(bool pending) => NestedWorkload<TaskAsyncAwait>.Offer(pending);

    public override Offer ContinueWith(bool pending) => NestedWorkload<TaskContinueWith>.Offer(pending);

    public override Offer Yield(YieldCategory category) =>
        category == YieldCategory.Task ? Offer.Of(static () => new TaskYield()) : Offer.Of(static () => new TaskYieldT());

    public override Offer WhenAll(int inputs) => Offer.Of(() => new TaskWhenAll(inputs));

    public override Offer WhenAny(int inputs) => Offer.Of(() => new TaskWhenAny(inputs));

    public override Offer WaitAsync(WaitLimit limit)
    {
        Offer? offer = null;
        AnswerWaitAsync(limit, ref offer);
        return offer ?? Offer.No("This runtime's Task has no WaitAsync.");
    }

    public override Offer Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<TaskRounds, TaskCompletionSource<bool>, TaskCompletionSource<Vector4>, TaskCompletionSource<object>>().OverflowsOnMonoIn(work)
        : work.WithAwait<TaskRounds, TaskCompletionSource<bool>, TaskCompletionSource<Vector4>, TaskCompletionSource<object>>();

    public override Offer Operations(OperationsWork work) => work.With<TaskOperations, TaskCompletionSource<int>, Task<int>>().OverflowsOnMonoIn(work, links: 100_000);

    // Its body is in Work, compiled where the method exists.
    static partial void AnswerWaitAsync(WaitLimit limit, ref Offer? offer);
}
