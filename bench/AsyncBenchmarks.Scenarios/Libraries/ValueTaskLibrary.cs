using Awaited = System.Threading.Tasks.ValueTask<int>;
using ObjectSource = AsyncBenchmarks.Scenarios.PooledSource<object>;
using Source = AsyncBenchmarks.Scenarios.PooledSource<int>;
using VectorSource = AsyncBenchmarks.Scenarios.PooledSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = AsyncBenchmarks.Scenarios.PooledSource;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.ValueTask with the builders that the compiler takes. Also compiled for runtime-async.</summary>
[AsyncMethods(Task = "ValueTask", Discard = "_ = $2")]
internal sealed partial class ValueTaskLibrary : Row
{
    internal const string NoContinuations = "ValueTask has no continuation method.";
    internal const string NoCombinators = "ValueTask has none; users turn each into a Task with AsTask, which the Task row shows.";

    public ValueTaskLibrary()
        : base(
            Library.OfRuntime(
                "ValueTask",
                missing: null,
                "What survives is the suite's own pooled source, a ManualResetValueTaskSourceCore in an object."),
            YieldCategory.ValueTask,
            YieldCategory.ValueTaskT) => IsBaseline = true;

    protected override string Otherwise => NoCombinators;

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => Availability.No(NoContinuations);
    public override Availability Yield(YieldCategory category) => YieldValueTask.Of(category);

#if NET
    public override Availability? Border(Crossing crossing) => BorderWorkload<Body>.With(crossing);
    public override Availability? Redis(int callers) => RedisWorkload<ByHandRedisClient>.With(callers);
#endif

    public override Availability Rounds(RoundsWork work) =>
        work.WithAwaitOnly<Body, VoidSource, VectorSource, ObjectSource>(NoContinuations);

    public override Availability Operations(OperationsWork work) =>
        work.With<Body, Source, Awaited>().OverflowsOnMonoIn(work, links: 10_000);
}
