using PooledAwait;
using PooledAwait.MethodBuilders;
using Awaited = System.Threading.Tasks.ValueTask<int>;
using ObjectSource = PooledAwait.PooledValueTaskSource<object>;
using Source = PooledAwait.PooledValueTaskSource<int>;
using VectorSource = PooledAwait.PooledValueTaskSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = PooledAwait.PooledValueTaskSource;

namespace AsyncBenchmarks.Libraries;

/// <summary>This repository's library, asked for by an attribute on methods that return ValueTasks.</summary>
[AsyncMethods(Task = "ValueTask", Builder = "PooledAsyncValueTaskMethodBuilder", Discard = "$2.AsPooledValueTask().Forget()")]
internal sealed partial class PooledAwaitAttributeLibrary() : Row(
    Library.OfRepository(
        typeof(PooledValueTask),
        "PooledAwait-Attribute",
        "PooledAsyncValueTaskMethodBuilder on every method, which returns a plain ValueTask."),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    protected override string Otherwise =>
        "The attribute is about async methods; continuations and combinators are in the PooledAwait row.";

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability Yield(YieldCategory category) => YieldValueTask.Of(category);

#if NET
    public override Availability? Border(Crossing crossing) => BorderWorkload<Body>.With(crossing);
#endif

    public override Availability Rounds(RoundsWork work) =>
        work.WithAwaitOnly<Body, VoidSource, VectorSource, ObjectSource>(Otherwise);

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Awaited>();
}
