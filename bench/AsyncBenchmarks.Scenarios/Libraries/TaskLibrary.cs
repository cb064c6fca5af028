using Awaited = System.Threading.Tasks.Task<int>;
using Channels = System.Threading.Channels;
using ObjectSource = System.Threading.Tasks.TaskCompletionSource<object>;
using Source = System.Threading.Tasks.TaskCompletionSource<int>;
using VectorSource = System.Threading.Tasks.TaskCompletionSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = System.Threading.Tasks.TaskCompletionSource<bool>;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.Task. Also compiled for runtime-async.</summary>
[AsyncMethods(
    Task = "Task", Create = "new $2()", SetVoid = "SetResult(true)", Completed = "Task.CompletedTask", Resolved = "Resolved$2",
#if NET
    Limits = true,
#endif
    WhenAll = "Finish(await Task.WhenAll(Tasks))", WhenAny = "await await Task.WhenAny(Tasks)", Discard = "_ = $2")]
[Coordination(Channel = "ValueTask")]
internal sealed partial class TaskLibrary : Row
#if NET
    , IBorderMethod
#endif
{
    /// <summary>Of AwaitResolved: complete operations, for the row under our builder too.</summary>
    internal static readonly Task<Vector4> ResolvedVector = Task.FromResult(RoundTally.Vector);

    /// <inheritdoc cref="ResolvedVector"/>
    internal static readonly Task<object> ResolvedObject = Task.FromResult(RoundTally.Object);

    // ContinueWith runs inline only when it is told to.
    private const TaskContinuationOptions Inline = TaskContinuationOptions.ExecuteSynchronously;

    public TaskLibrary()
        : base(Library.OfRuntime("Task", missing: null), YieldCategory.Task, YieldCategory.TaskT) => IsBaseline = true;

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);
    public override Availability Yield(YieldCategory category) => YieldTask.Of(category);
    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));

#if !NET
    protected override string Otherwise => "This runtime's Task has no WaitAsync.";
#else
    public override Availability WaitAsync(WaitLimit limit) => Availability.Of(() => new WaitAsyncBody(limit));

    public override Availability Limited(WaitLimit limit, int pending) =>
        Availability.Of(() => new LimitedWorkload<Body, LimitedSource, Source, Awaited>(limit, pending));

    public override Availability? Border(Crossing crossing) => BorderWorkload<Body>.With(crossing);
    public override Availability? Redis(int callers) => RedisWorkload<TaskRedisClient>.With(callers);

    public async Task AwaitAsync(ValueTask operation) => await operation;

    private static Awaited Limit(Awaited operation, WaitLimit limit) =>
        limit == WaitLimit.Timeout ? operation.WaitAsync(NoLimit.Hour) : operation.WaitAsync(NoLimit.Token);
#endif

    // The framework has nothing else that async methods can wait on.
    public override Availability? Coordination(CoordinationWork work) => work.Type is CoordinationType.Lock or CoordinationType.Semaphore
        ? Availability.Of(() => TakeTurns(
            new SemaphoreSlim(1, 1), work, static semaphore => semaphore.WaitAsync(), static semaphore => semaphore.Release()))
        : null;

    public override Availability? Channel(ChannelShape shape) => Availability.Of(() => Transfer(
        shape,
        static capacity => capacity == 0 ? Channels.Channel.CreateUnbounded<int>() : Channels.Channel.CreateBounded<int>(capacity),
        static channel => channel.Reader.ReadAsync(),
        static item => item,
        static (channel, item) => channel.Writer.WriteAsync(item)));

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, Task<object>>().OverflowsOnMonoIn(work)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) =>
        work.With<Body, Source, Awaited>().OverflowsOnMonoIn(work, links: 100_000);

    private readonly partial struct Body : IChainedBody, IChainSteps<VoidSource, VectorSource, ObjectSource, Task<object>>
    {
        private static readonly RoundSources<VoidSource, VectorSource, ObjectSource> s_sources = new();

        public RoundSources<VoidSource, VectorSource, ObjectSource> Sources => s_sources;

        public void ExecuteChain() => _ = ChainAsync();

        public Task<object> TaskOf(ObjectSource root) => root.Task;
        public void Forget(Task<object> last) => _ = last;

        public Task<object> FromValue(Task<object> last) => last
            .ContinueWith(static previous => RoundTally.Add(previous.Result), Inline)
            .ContinueWith(static _ => RoundTally.Then(RoundTally.Vector), Inline)
            .ContinueWith(static previous => RoundTally.Then(previous.Result, RoundTally.Object), Inline);

        public Task<object> Resolved(Task<object> last) => last
            .ContinueWith(static previous => RoundTally.Then(previous.Result, Task.CompletedTask), Inline).Unwrap()
            .ContinueWith(static _ => RoundTally.Then(ResolvedVector), Inline).Unwrap()
            .ContinueWith(static previous => RoundTally.Then(previous.Result, ResolvedObject), Inline).Unwrap();

        public Task<object> Pending(Task<object> last) => last
            .ContinueWith(static previous => RoundTally.Then(previous.Result, (Task)s_sources.NextVoid().Task), Inline).Unwrap()
            .ContinueWith(static _ => RoundTally.Then(s_sources.NextVector().Task), Inline).Unwrap()
            .ContinueWith(static previous => RoundTally.Then(previous.Result, s_sources.NextObject().Task), Inline).Unwrap();

        private static Task ChainAsync() =>
            ChainAndConsume<Struct32, object>()
                .ContinueWith(static _ => ChainAndConsume<object, Struct32>(), Inline).Unwrap()
                .ContinueWith(static _ => Known.Finish(), Inline);

        private static Task ChainAndConsume<T1, T2>() =>
            ChainValue<T1>()
                .ContinueWith(
                    static first =>
                    {
                        Known.Consume(first.Result);
                        return ChainValue<T2>();
                    },
                    Inline).Unwrap()
                .ContinueWith(static second => Known.Consume(second.Result), Inline);

        private static Task<T> ChainValue<T>() => GetBase().ContinueWith(static _ => Known.Value<T>(), Inline);
    }
}
