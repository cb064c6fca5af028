#if Peer_PooledAwait
extern alias OriginalPooledAwait;

using OriginalPooledAwait::PooledAwait;
using Awaited = System.Threading.Tasks.ValueTask<int>;
using ObjectSource = OriginalPooledAwait::PooledAwait.PooledValueTaskSource<object>;
using Source = OriginalPooledAwait::PooledAwait.PooledValueTaskSource<int>;
using VectorSource = OriginalPooledAwait::PooledAwait.PooledValueTaskSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = OriginalPooledAwait::PooledAwait.PooledValueTaskSource;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>The original PooledAwait, whose types have the names of this repository's.</summary>
#if Peer_PooledAwait
[AsyncMethods(Task = "PooledValueTask", Base = "ValueTask", Awaiter = "ValueTaskAwaiter", Discard = "ResultTaker$1.Forget($2)")]
[AsyncMethods(Task = "PooledTask", OnlyYield = true, Awaiter = "TaskAwaiter")]
#endif
internal sealed partial class PooledAwaitOriginalLibrary() : Row(
    Library.OfPackage("PooledAwait", "PooledAwait-1.0.49", "ExecutionContext does not flow."),
    YieldCategory.Task,
    YieldCategory.TaskT,
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
#if Peer_PooledAwait
    private const string NoContinuations = "PooledAwait 1.0.49 has no continuation method.";

    protected override string Otherwise => "PooledAwait 1.0.49 has no combinators.";

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => Availability.No(NoContinuations);

    public override Availability Yield(YieldCategory category) => category is YieldCategory.Task or YieldCategory.TaskT
        ? YieldPooledTask.Of(category)
        : YieldPooledValueTask.Of(category);

    public override Availability Rounds(RoundsWork work) =>
        work.WithAwaitOnly<Body, VoidSource, VectorSource, ObjectSource>(NoContinuations);

    public override Availability Operations(OperationsWork work) =>
        work.With<Body, Source, Awaited>().OverflowsIn(work).OverflowsOnMonoIn(work, links: 10_000);
#endif
}
