using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = AsyncBenchmarks.Libraries.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Libraries.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Libraries.HandWrittenSource<AsyncBenchmarks.Libraries.HandWrittenNothing>;

namespace AsyncBenchmarks.Libraries;

/// <summary>What the async methods over ValueTasks can do.</summary>
internal sealed class HandWrittenValueTaskAnswers : HandWrittenAnswers
{
    private const string NoAsyncMethods = "No async methods in it; see HandWritten.";

    public override Offer AsyncAwait(bool pending) => NestedWorkload<HandWrittenValueTaskAsyncAwait>.Offer(pending);

    public override Offer ContinueWith(bool pending) => Offer.No(NoAsyncMethods);

    public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Offer.Of(static () => new HandWrittenValueTaskYield())
        : Offer.Of(static () => new HandWrittenValueTaskYieldT());

    public override Offer Rounds(RoundsWork work) => work.IsChain
        ? Offer.No(NoAsyncMethods)
        : work.WithAwait<HandWrittenValueTaskRounds, VoidSource, VectorSource, ObjectSource>();

    public override Offer Operations(OperationsWork work) => IsLeftOut(work) ?? work.With<HandWrittenValueTaskOperations, HandWrittenSource<int>, ValueTask<int>>();
}
