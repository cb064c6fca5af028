#if Peer_ProtoPromise
using Proto.Promises;
using Proto.Promises.Channels;
using Proto.Promises.CompilerServices;
using Proto.Promises.Threading;
using Awaited = Proto.Promises.Promise<int>;
using ObjectSource = Proto.Promises.Promise<object>.Deferred;
using Source = Proto.Promises.Promise<int>.Deferred;
using VectorSource = Proto.Promises.Promise<AsyncBenchmarks.Scenarios.Vector4>.Deferred;
using VoidSource = Proto.Promises.Promise.Deferred;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>ProtoPromise: promises with their own pools. In three rows, because it has two settings for the whole process.</summary>
#if Peer_ProtoPromise
[AsyncMethods(
    Task = "Promise", Then = "Then", Operation = ".Promise", Create = "Promise$1.NewDeferred()",
    SetResult = "Resolve", SetVoid = "Resolve()", SetException = "Reject", SetCanceled = "Cancel",
    Completed = "Promise.Resolved()", Resolved = "Promise.Resolved(RoundTally.$2)",
    Awaiter = "PromiseAwaiterVoid", AwaiterOfLong = "PromiseAwaiter<long>", Discard = "$2.Forget()", Limits = true,
    WhenAll = "await Promise<int>.All(Tasks, Results); Finish(Results)", WhenAny = "await Promise<int>.Race(Tasks)")]
[Coordination(Task = "Promise", Types = "Async", Channel = "Promise", Discard = "$1.Forget()")]
#endif
internal sealed partial class ProtoPromiseLibrary(string name, string note) : Row(
    Library.OfPackage("ProtoPromise", name, note),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    public static Row Default { get; } = new ProtoPromiseLibrary("ProtoPromise", "ExecutionContext does not flow, which is its default.");

    public static Row NoPool { get; } = new ProtoPromiseLibrary(
        "ProtoPromise-NoPool",
        "ObjectPoolingEnabled = false. ExecutionContext does not flow.")
    {
        Pools = false,
    };

    public static Row Flow { get; } = new ProtoPromiseLibrary(
        "ProtoPromise-Flow",
        "AsyncFlowExecutionContextEnabled = true: the context flows in its async methods.")
    {
        Flows = true,
    };

    public static Row WithoutThrowing { get; } = new OutcomeLibrary(
        Library.OfPackage("ProtoPromise", "ProtoPromise-AwaitNoThrow", "The last method awaits with AwaitNoThrow()."),
#if Peer_ProtoPromise
        static work => work.With<OutcomeBody<Body, Outcomes, Source, Awaited>, Source, Awaited>(),
        static () => Promise.Config.ObjectPoolingEnabled = true)
#else
        operations: null)
#endif
    {
        OnlyIn = OutcomeLibrary.Scenarios,
    };

    public bool Pools { get; init; } = true;

    public bool Flows { get; init; }

#if NET
    public override Availability? Redis(int callers) => !Pools ? null :
#if Peer_ProtoPromise
        RedisWorkload<ProtoPromiseRedisClient>.With(callers);
#else
        Nothing;
#endif
#endif

#if Peer_ProtoPromise
    public override Action Configure => () =>
    {
        Promise.Config.ObjectPoolingEnabled = Pools;
        if (Flows)
        {
            Promise.Config.AsyncFlowExecutionContextEnabled = true; // it can't be switched off again
        }
    };

    private static Availability NoDifference =>
        Availability.No("The setting is about async methods only; Then never lets the context flow.");

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => Flows ? NoDifference : NestedWorkload<ChainedBody<Body>>.With(pending);
    public override Availability Yield(YieldCategory category) => YieldPromise.Of(category);
    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));
    public override Availability WaitAsync(WaitLimit limit) => Availability.Of(() => new WaitAsyncBody(limit));

    public override Availability Limited(WaitLimit limit, int pending) =>
        Availability.Of(() => new LimitedWorkload<Body, LimitedSource, Source, Awaited>(limit, pending));

    public override Availability? Coordination(CoordinationWork work) =>
#if NET
        Availability.Of(() => work.Type switch
        {
            CoordinationType.Lock => TakeTurns(new AsyncLock(), work, static gate => gate.LockAsync()),
            CoordinationType.ReaderWriterLock => Share(
                new AsyncReaderWriterLock(), work, static gate => gate.WriterLockAsync(), static gate => gate.ReaderLockAsync()),
            CoordinationType.ConditionVariable => TakeTurnsInside(
                new AsyncLock(),
                work,
                static _ => new AsyncConditionVariable(),
                static gate => gate.LockAsync(),
                static (condition, key) => condition.WaitAsync(key),
                static (condition, key) => condition.Notify(key)),
            _ => Signals(work),
        });
#else
        Availability.No("The package's build for this runtime has no locks.");
#endif

    public override Availability? Channel(ChannelShape shape) => Availability.Of(() => Transfer(
        shape,
        static capacity => capacity == 0
            ? Channel<int>.NewUnbounded()
            : Channel<int>.NewBounded(new BoundedChannelOptions<int> { Capacity = capacity }),
        static channel => channel.Reader.ReadAsync(),
        static result => result.TryGetItem(out int item) ? item : throw new WorkloadException("The channel is closed."),
        static (channel, item) => channel.Writer.WriteAsync(item)));

    public override Availability Rounds(RoundsWork work) =>
        !work.IsChain ? work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>()
        : Flows ? NoDifference
        : work.WithChain<Body, VoidSource, VectorSource, ObjectSource, Promise<object>>().OverflowsIn(work);

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Awaited>().OverflowsIn(work);

    // The library's own timers and cancellations.
    private static Awaited Limit(Awaited operation, WaitLimit limit) =>
        limit == WaitLimit.Timeout ? operation.WaitAsync(NoLimit.Hour) : operation.WaitAsync(Canceling.Source.Token);

    // Made when it is asked for: not at the start of a process, which ColdStart measures.
    private static class Canceling
    {
        public static readonly CancelationSource Source = CancelationSource.New();
    }

    private readonly struct Outcomes : IOutcomes<Awaited>
    {
        public void Take(Awaited last, Tally tally) => AwaitOutcome(last, tally).Forget();

        private static async Promise AwaitOutcome(Awaited last, Tally tally)
        {
            Promise<int>.ResultContainer outcome = await last.AwaitNoThrow();
            tally.Add(outcome.State switch
            {
                Promise.State.Canceled => Tally.Canceled,
                Promise.State.Rejected when outcome.Reason is System.InvalidOperationException => Tally.Failed,
                _ => 0,
            });
        }
    }
#else
    public override Availability? Coordination(CoordinationWork work) => Nothing;
    public override Availability? Channel(ChannelShape shape) => Nothing;
#endif
}
