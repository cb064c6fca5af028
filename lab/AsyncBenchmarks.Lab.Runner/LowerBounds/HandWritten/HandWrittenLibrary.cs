using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing>;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The graphs written by hand, with what the framework promises and nothing else: a reference for what a library adds.</summary>
internal sealed class HandWrittenLibrary(bool flows = true) : HandWrittenRow(
    "HandWritten",
    "A reference, not an API: the same graphs without a library and without async methods, pooled, thread-safe between "
    + "awaiter and completer, with ExecutionContexts captured, flowed and put back as the framework does.",
    "Left out is what a library must add: tokens, detection of misuse, exceptions as results, scheduling contexts, "
    + "protection of the stack, and pools that are bounded and shared between threads.",
    flows,
    YieldCategory.Task,
    YieldCategory.TaskT,
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    public override Availability AsyncAwait(bool pending) => NestedWorkload<HandWrittenAsyncAwait>.With(pending);

    public override Availability ContinueWith(bool pending) => NestedWorkload<HandWrittenContinueWith>.With(pending);

    public override Availability Yield(YieldCategory category) => category switch
    {
        YieldCategory.Task => Availability.Of(static () => new HandWrittenTaskYield()),
        YieldCategory.TaskT => Availability.Of(static () => new HandWrittenTaskYieldT()),
        YieldCategory.ValueTask => Availability.Of(static () => new HandWrittenYield()),
        _ => Availability.Of(static () => new HandWrittenYieldT()),
    };

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? Availability.Of(() =>
            new HandWrittenChainWorkload<HandWrittenRounds, VoidSource, VectorSource, ObjectSource>(work.Kind, work.Rounds))
        : work.WithAwait<HandWrittenRounds, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) =>
        IsLeftOut(work) ?? work.With<HandWrittenOperations, HandWrittenSource<int>, HandWrittenOperation<int>>();
}
