using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = AsyncBenchmarks.Libraries.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Libraries.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Libraries.HandWrittenSource<AsyncBenchmarks.Libraries.HandWrittenNothing>;

namespace AsyncBenchmarks.Libraries;

/// <summary>What the async methods over the smallest builder can do.</summary>
internal sealed class HandWrittenAsyncAnswers : HandWrittenAnswers
{
    private const string NoAsyncMethods = "No async methods in it; see HandWritten.";

    public override Offer AsyncAwait(bool pending) => NestedWorkload<HandWrittenAsyncAsyncAwait>.Offer(pending);

    public override Offer ContinueWith(bool pending) => Offer.No(NoAsyncMethods);

    public override Offer Yield(YieldCategory category) => category switch
    {
        YieldCategory.Task => Offer.Of(static () => new HandWrittenAsyncTaskYield()),
        YieldCategory.TaskT => Offer.Of(static () => new HandWrittenAsyncTaskYieldT()),
        YieldCategory.ValueTask => Offer.Of(static () => new HandWrittenAsyncYield()),
        _ => Offer.Of(static () => new HandWrittenAsyncYieldT()),
    };

    public override Offer Rounds(RoundsWork work) => work.IsChain
        ? Offer.No(NoAsyncMethods)
        : work.WithAwait<HandWrittenAsyncRounds, VoidSource, VectorSource, ObjectSource>();

    public override Offer Operations(OperationsWork work) => IsLeftOut(work) ?? work.With<HandWrittenAsyncOperations, HandWrittenSource<int>, HandWrittenTask<int>>();
}
