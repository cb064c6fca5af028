using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = AsyncBenchmarks.Libraries.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Libraries.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Libraries.HandWrittenSource<AsyncBenchmarks.Libraries.HandWrittenNothing>;

namespace AsyncBenchmarks.Libraries;

/// <summary>What can be written by hand. What is not, is not as async methods either.</summary>
internal class HandWrittenAnswers : Answers
{
    public override Offer AsyncAwait(bool pending) => NestedWorkload<HandWrittenAsyncAwait>.Offer(pending);

    public override Offer ContinueWith(bool pending) => NestedWorkload<HandWrittenContinueWith>.Offer(pending);

    public override Offer Yield(YieldCategory category) => category switch
    {
        YieldCategory.Task => Offer.Of(static () => new HandWrittenTaskYield()),
        YieldCategory.TaskT => Offer.Of(static () => new HandWrittenTaskYieldT()),
        YieldCategory.ValueTask => Offer.Of(static () => new HandWrittenYield()),
        _ => Offer.Of(static () => new HandWrittenYieldT()),
    };

    public override Offer WhenAll(int inputs) => Offer.No("Combinators are not written by hand.");

    public override Offer WhenAny(int inputs) => Offer.No("Combinators are not written by hand.");

    public override Offer WaitAsync(WaitLimit limit) => Offer.No("Combinators are not written by hand.");

    public override Offer Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<HandWrittenRounds, VoidSource, VectorSource, ObjectSource>()
        : work.WithAwait<HandWrittenRounds, VoidSource, VectorSource, ObjectSource>();

    public override Offer Operations(OperationsWork work) => IsLeftOut(work) ?? work.With<HandWrittenOperations, HandWrittenSource<int>, HandWrittenOperation<int>>();

    /// <summary>The answer to what needs more than is written by hand; null where there is another.</summary>
    protected static Offer? IsLeftOut(OperationsWork work) => work.Kind switch
    {
        OperationsKind.Cancel or OperationsKind.Throw or OperationsKind.Burst => Offer.No("What this measures is what the hand-written code leaves out."),
        _ => null,
    };
}
