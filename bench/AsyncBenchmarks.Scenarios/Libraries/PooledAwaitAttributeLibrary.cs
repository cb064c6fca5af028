using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using PooledAwait;
using PooledAwait.MethodBuilders;
using Awaited = System.Threading.Tasks.ValueTask<int>;
using ObjectSource = PooledAwait.PooledValueTaskSource<object>;
using Source = PooledAwait.PooledValueTaskSource<int>;
using VectorSource = PooledAwait.PooledValueTaskSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = PooledAwait.PooledValueTaskSource;

namespace AsyncBenchmarks.Libraries;

/// <summary>This repository's library, asked for by an attribute on methods that return ValueTasks.</summary>
internal sealed partial class PooledAwaitAttributeLibrary() : Row(
    Library.OfRepository(
        typeof(PooledValueTask),
        "PooledAwait-Attribute",
        "PooledAsyncValueTaskMethodBuilder on every method, which returns a plain ValueTask. What survives is, in part, the "
        + "suite's own object that takes the result, for which a ValueTask has no method."),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    protected override string Otherwise =>
        "The attribute is about async methods; continuations and combinators are in the PooledAwait row.";

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);

    public override Availability Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Availability.Of(static () => new YieldValueTask())
        : Availability.Of(static () => new YieldValueTaskT());

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? Availability.No(Otherwise)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Awaited>();

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly partial struct Body : INestedBody, IOperations<Source, Awaited>, IAwaitRounds<VoidSource, VectorSource, ObjectSource>
    {
        private static readonly PendingStack<VoidSource> s_pending = new();

        public Source Create() => Source.Create();
        public VoidSource CreateVoid() => VoidSource.Create();
        public VectorSource CreateVector() => VectorSource.Create();
        public ObjectSource CreateObject() => ObjectSource.Create();

        public Awaited TaskOf(Source source) => source.Task;
        public void Complete(Source source, int value) => source.SetResult(value);
        public void Complete(VoidSource source) => source.SetResult();
        public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);
        public void Complete(ObjectSource source, object value) => source.SetResult(value);
        public void Fail(Source source, Exception exception) => source.SetException(exception);
        public void Cancel(Source source) => source.SetCanceled();

        public void CompletePending() => s_pending.CompleteAll<Body>();

        [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
        public async Awaited Link(Awaited previous) => await previous + 1;

        private static ValueTask GetBase() => BaseOperations.ArePending
            ? s_pending.Push(VoidSource.Create()).Task
            : default;
    }
}
