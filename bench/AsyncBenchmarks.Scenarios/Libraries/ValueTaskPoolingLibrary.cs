using Awaited = System.Threading.Tasks.ValueTask<int>;
using ObjectSource = AsyncBenchmarks.Scenarios.PooledSource<object>;
using Source = AsyncBenchmarks.Scenarios.PooledSource<int>;
using VectorSource = AsyncBenchmarks.Scenarios.PooledSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = AsyncBenchmarks.Scenarios.PooledSource;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.ValueTask with the pooling builders that a method has to ask for.</summary>
#if NET
[AsyncMethods(Task = "ValueTask", Builder = "PoolingAsyncValueTaskMethodBuilder", Discard = "ResultTaker$1.Forget($2)")]
#endif
internal sealed partial class ValueTaskPoolingLibrary() : Row(
    Library.OfRuntime(
        "ValueTask-Pooling",
        Missing,
        "PoolingAsyncValueTaskMethodBuilder on every method. What survives is the suite's own: the source, and an object "
        + "that takes the result, for which .NET has no method; .NET's pools keep a box per thread and core, however many "
        + "operations are in flight."),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
#if !NET
    private const string Missing = "This runtime has no PoolingAsyncValueTaskMethodBuilder.";
#else
    private const string? Missing = null;

    protected override string Otherwise => ValueTaskLibrary.NoCombinators;

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => Availability.No(ValueTaskLibrary.NoContinuations);
    public override Availability Yield(YieldCategory category) => YieldValueTask.Of(category);

    public override Availability? Redis(int callers) => RedisWorkload<PoolingBuilderRedisClient>.With(callers);

    public override Availability Rounds(RoundsWork work) =>
        work.WithAwaitOnly<Body, VoidSource, VectorSource, ObjectSource>(ValueTaskLibrary.NoContinuations);

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Awaited>().OverflowsIn(work);
#endif
}
