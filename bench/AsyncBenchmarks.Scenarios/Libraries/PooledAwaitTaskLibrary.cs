using PooledAwait;
using Awaited = System.Threading.Tasks.Task<int>;
using ObjectSource = System.Threading.Tasks.TaskCompletionSource<object>;
using Source = System.Threading.Tasks.TaskCompletionSource<int>;
using VectorSource = System.Threading.Tasks.TaskCompletionSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = System.Threading.Tasks.TaskCompletionSource<bool>;

namespace AsyncBenchmarks.Libraries;

/// <summary>The row Task with this repository's builder, and nothing else changed.</summary>
[AsyncMethods(
    Task = "Task", Builder = "PooledAsyncTaskMethodBuilder", Create = "new $2()", SetVoid = "SetResult(true)",
    Completed = "Task.CompletedTask", Resolved = "TaskLibrary.Resolved$2", Discard = "_ = $2")]
internal sealed partial class PooledAwaitTaskLibrary() : Row(
    Library.OfRepository(
        typeof(PooledValueTask),
        "PooledAwait-Task",
        "PooledAsyncTaskMethodBuilder on every method, which returns a plain Task: sources and callers are those of the row Task."),
    YieldCategory.Task,
    YieldCategory.TaskT)
{
    protected override string Otherwise =>
        "The builder is about async methods; continuations and combinators of Tasks are in the Task row.";

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability Yield(YieldCategory category) => YieldTask.Of(category);

    public override Availability Rounds(RoundsWork work) =>
        work.WithAwaitOnly<Body, VoidSource, VectorSource, ObjectSource>(Otherwise);

    public override Availability Operations(OperationsWork work) =>
        work.With<Body, Source, Awaited>().OverflowsOnMonoIn(work, links: 100_000);
}
