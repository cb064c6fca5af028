#if Peer_UniTask
using Cysharp.Threading.Tasks;
using Awaited = Cysharp.Threading.Tasks.UniTask<int>;
using ObjectSource = Cysharp.Threading.Tasks.AutoResetUniTaskCompletionSource<object>;
using Source = Cysharp.Threading.Tasks.AutoResetUniTaskCompletionSource<int>;
using VectorSource = Cysharp.Threading.Tasks.AutoResetUniTaskCompletionSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = Cysharp.Threading.Tasks.AutoResetUniTaskCompletionSource;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>UniTask, made for Unity, here in its .NET build.</summary>
#if Peer_UniTask
[AsyncMethods(
    Task = "UniTask", Then = "ContinueWith",
    SetResult = "TrySetResult", SetVoid = "TrySetResult()", SetException = "TrySetException", SetCanceled = "TrySetCanceled",
    Completed = "UniTask.CompletedTask", Resolved = "UniTask.FromResult(RoundTally.$2)",
    Awaiter = "UniTask.Awaiter", AwaiterOfLong = "UniTask<long>.Awaiter", Discard = "$2.Forget()", Limits = true,
    WhenAll = "Finish(await UniTask.WhenAll(Tasks))", WhenAny = "(await UniTask.WhenAny(Tasks)).result")]
[Coordination(Task = "UniTask", Channel = "UniTask", Discard = "$1.Forget()")]
#endif
internal sealed partial class UniTaskLibrary() : Row(
    Library.OfPackage("UniTask", "UniTask", "ExecutionContext does not flow."),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
#if NET
    public override Availability? Redis(int callers) =>
#if Peer_UniTask
        RedisWorkload<UniTaskRedisClient>.With(callers);
#else
        Nothing;
#endif
#endif

    public static Row WithoutThrowing { get; } = new OutcomeLibrary(
        Library.OfPackage("UniTask", "UniTask-SuppressCancellationThrow", "The last method awaits with SuppressCancellationThrow()."),
#if Peer_UniTask
        static work => work is UnhappyWork { Canceled: true }
            ? work.With<OutcomeBody<Body, Outcomes, Source, Awaited>, Source, Awaited>()
            : Availability.No("UniTask's await without an exception is for cancellations only."))
#else
        operations: null)
#endif
    {
        OnlyIn = OutcomeLibrary.Scenarios,
    };

#if Peer_UniTask
    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);
    public override Availability Yield(YieldCategory category) => YieldUniTask.Of(category);
    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));

    public override Availability WaitAsync(WaitLimit limit) => limit == WaitLimit.Cancellation
        ? Availability.Of(() => new WaitAsyncBody(limit))
        : Availability.No("UniTask.Timeout is made for Unity's player loop; the .NET build does not have it.");

    public override Availability Limited(WaitLimit limit, int pending) => limit == WaitLimit.Cancellation
        ? Availability.Of(() => new LimitedWorkload<Body, LimitedSource, Source, Awaited>(limit, pending))
        : WaitAsync(limit);

    public override Availability? Channel(ChannelShape shape) => shape is { Readers: 1, Writers: 1, Capacity: 0 }
        ? Availability.Of(() => Transfer(
            shape,
            static _ => Cysharp.Threading.Tasks.Channel.CreateSingleConsumerUnbounded<int>(),
            static channel => channel.Reader.ReadAsync(),
            static item => item,
            static (channel, item) => channel.Writer.TryWrite(item)
                ? UniTask.CompletedTask
                : throw new WorkloadException("The channel is closed.")))
        : Availability.No("UniTask's channel is unbounded, for one reader and, as that reads in the writer's call, one writer.");

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, UniTask<object>>().OverflowsIn(work)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Awaited>().OverflowsIn(work);

    private static Awaited Limit(Awaited operation, WaitLimit limit) => operation.AttachExternalCancellation(NoLimit.Token);

    private readonly struct Outcomes : IOutcomes<Awaited>
    {
        public void Take(Awaited last, Tally tally) => AwaitOutcome(last, tally).Forget();

        private static async UniTask AwaitOutcome(Awaited last, Tally tally)
        {
            (bool isCanceled, _) = await last.SuppressCancellationThrow();
            tally.Add(isCanceled ? Tally.Canceled : 0);
        }
    }
#else
    public override Availability? Channel(ChannelShape shape) => Nothing;
#endif
}
