using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing>;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>
/// The graphs as async methods over the least that keeps what the framework promises: a reference for what their shape costs.
/// </summary>
internal sealed class HandWrittenAsyncLibrary(bool flows = true) : HandWrittenRow(
    "HandWritten-Async",
    "A reference, not an API: the operations of HandWritten, and the same graphs as async methods over the smallest method "
    + "builder that guards each call, flows ExecutionContexts and puts them back as the framework does.",
    "Left out is what HandWritten leaves out. Above HandWritten it shows what the compiler's shape of a method costs: a MoveNext "
    + "that isn't inlined, a state machine that is copied into its box when it first suspends, an awaiter kept in it.",
    flows,
    YieldCategory.Task,
    YieldCategory.TaskT,
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    public override Availability AsyncAwait(bool pending) => NestedWorkload<HandWrittenAsyncAsyncAwait>.With(pending);

    public override Availability ContinueWith(bool pending) => Availability.No(NoAsyncMethods);

    public override Availability Yield(YieldCategory category) => category switch
    {
        YieldCategory.Task => Availability.Of(static () => new HandWrittenAsyncTaskYield()),
        YieldCategory.TaskT => Availability.Of(static () => new HandWrittenAsyncTaskYieldT()),
        YieldCategory.ValueTask => Availability.Of(static () => new HandWrittenAsyncYield()),
        _ => Availability.Of(static () => new HandWrittenAsyncYieldT()),
    };

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? Availability.No(NoAsyncMethods)
        : work.WithAwait<HandWrittenAsyncRounds, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) =>
        IsLeftOut(work) ?? work.With<HandWrittenAsyncOperations, HandWrittenSource<int>, HandWrittenTask<int>>();
}
