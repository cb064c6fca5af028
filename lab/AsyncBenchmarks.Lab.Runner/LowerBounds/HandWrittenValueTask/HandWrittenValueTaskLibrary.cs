using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<object>;
using VectorSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Lab.LowerBounds.HandWrittenSource<AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing>;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>
/// Async methods that return and await ValueTasks, over the least that stands behind these: a reference for the attribute form.
/// </summary>
internal sealed class HandWrittenValueTaskLibrary() : HandWrittenRow(
    "HandWritten-ValueTask",
    "A reference, not an API: the operations of HandWritten behind ValueTasks, and async methods that return and await these, over "
    + "the smallest method builder. It keeps to what is public: the framework's awaiter gives an operation a delegate, in which "
    + "this finds the method that waits, and whoever takes a result gives the operation back.",
    "Left out is what HandWritten leaves out. Above HandWritten-Async it shows what the framework's awaiter costs. What survives is, "
    + "in part, the suite's own object that takes the result.",
    flows: true,
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    public override Availability AsyncAwait(bool pending) => NestedWorkload<HandWrittenValueTaskAsyncAwait>.With(pending);

    public override Availability ContinueWith(bool pending) => Availability.No(NoAsyncMethods);

    public override Availability Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Availability.Of(static () => new HandWrittenValueTaskYield())
        : Availability.Of(static () => new HandWrittenValueTaskYieldT());

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? Availability.No(NoAsyncMethods)
        : work.WithAwait<HandWrittenValueTaskRounds, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) =>
        IsLeftOut(work) ?? work.With<HandWrittenValueTaskOperations, HandWrittenSource<int>, ValueTask<int>>();
}
