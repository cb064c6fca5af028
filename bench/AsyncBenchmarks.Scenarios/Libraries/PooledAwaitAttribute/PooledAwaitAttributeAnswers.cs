using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using PooledAwait;

namespace AsyncBenchmarks.Libraries;

/// <summary>What methods with the attribute can do.</summary>
internal sealed class PooledAwaitAttributeAnswers : Answers
{
    private static readonly Offer s_noMethods = Offer.No("The attribute is about async methods; continuations and combinators are in the PooledAwait row.");

    public override Offer AsyncAwait(bool pending) => NestedWorkload<PooledAwaitAttributeAsyncAwait>.Offer(pending);

    public override Offer ContinueWith(bool pending) => s_noMethods;

    public override Offer Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Offer.Of(static () => new PooledAwaitAttributeYield())
        : Offer.Of(static () => new PooledAwaitAttributeYieldT());

    public override Offer WhenAll(int inputs) => s_noMethods;

    public override Offer WhenAny(int inputs) => s_noMethods;

    public override Offer WaitAsync(WaitLimit limit) => s_noMethods;

    public override Offer Rounds(RoundsWork work) => work.IsChain
        ? s_noMethods
        : work.WithAwait<PooledAwaitAttributeRounds, PooledValueTaskSource, PooledValueTaskSource<Vector4>, PooledValueTaskSource<object>>();

    public override Offer Operations(OperationsWork work) =>
        work.With<PooledAwaitAttributeOperations, PooledValueTaskSource<int>, ValueTask<int>>();
}
