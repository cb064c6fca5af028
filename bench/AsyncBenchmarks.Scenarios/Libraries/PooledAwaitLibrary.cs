using PooledAwait;
using Awaited = PooledAwait.PooledValueTask<int>;
using ObjectSource = PooledAwait.PooledValueTaskSource<object>;
using Source = PooledAwait.PooledValueTaskSource<int>;
using VectorSource = PooledAwait.PooledValueTaskSource<AsyncBenchmarks.Scenarios.Vector4>;
using VoidSource = PooledAwait.PooledValueTaskSource;

namespace AsyncBenchmarks.Libraries;

[AsyncMethods(
    Task = "PooledValueTask", Then = "Then", Operation = ".PooledTask", Discard = "$2.Forget()", Limits = true,
    WhenAll = "await PooledValueTask.WhenAll(Tasks, Results); Finish(Results)", WhenAny = "(await PooledValueTask.WhenAny(Tasks)).Result")]
[AsyncMethods(Task = "PooledTask", OnlyYield = true, Awaiter = "TaskAwaiter")]
[Coordination(Task = "PooledValueTask", Types = "Pooled", Channel = "ValueTask", Discard = "$1.Forget()")]
internal sealed partial class PooledAwaitLibrary() : Row(
    Library.OfRepository(typeof(PooledValueTask), "PooledAwait", "This repository's library, built with the suite."),
    YieldCategory.Task,
    YieldCategory.TaskT,
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    public static Row WithoutThrowing { get; } = new OutcomeLibrary(
        Library.OfRepository(typeof(PooledValueTask), "PooledAwait-WithoutThrowing", "The last method awaits with WithoutThrowing()."),
        static work => work.With<OutcomeBody<Body, Outcomes, Source, Awaited>, Source, Awaited>())
    {
        OnlyIn = OutcomeLibrary.Scenarios,
    };

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);

    public override Availability Yield(YieldCategory category) => category is YieldCategory.Task or YieldCategory.TaskT
        ? YieldPooledTask.Of(category)
        : YieldPooledValueTask.Of(category);

    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));
    public override Availability WaitAsync(WaitLimit limit) => Availability.Of(() => new WaitAsyncBody(limit));

    public override Availability Limited(WaitLimit limit, int pending) =>
        Availability.Of(() => new LimitedWorkload<Body, SourceWithLimit, Source, Awaited>(limit, pending));

#if NET
    public override Availability? Border(Crossing crossing) => BorderWorkload<Body>.With(crossing);
    public override Availability? Redis(int callers) => RedisWorkload<PooledAwaitRedisClient>.With(callers);
#endif

    public override Availability? Coordination(CoordinationWork work) => Availability.Of(() => work.Type switch
    {
        CoordinationType.Lock => TakeTurns(new PooledLock(), work, static gate => gate.EnterAsync()),
        CoordinationType.ReaderWriterLock => Share(
            new PooledReaderWriterLock(), work, static gate => gate.EnterWriteAsync(), static gate => gate.EnterReadAsync()),
        CoordinationType.ConditionVariable => TakeTurnsInside(
            new PooledLock(),
            work,
            static gate => new PooledConditionVariable(gate),
            static gate => gate.EnterAsync(),
            static (condition, _) => condition.WaitAsync(),
            static (condition, _) => condition.Notify()),
        _ => Signals(work),
    });

    public override Availability? Channel(ChannelShape shape) => Availability.Of(() => Transfer(
        shape,
        static capacity => capacity == 0 ? PooledChannel.CreateUnbounded<int>() : PooledChannel.CreateBounded<int>(capacity),
        static channel => channel.Reader.ReadAsync(),
        static item => item,
        static (channel, item) => channel.Writer.WriteAsync(item)));

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, PooledValueTask<object>>()
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Awaited>();

    private static Awaited Limit(Awaited operation, WaitLimit limit) =>
        limit == WaitLimit.Timeout ? operation.WaitAsync(NoLimit.Hour) : operation.WaitAsync(NoLimit.Token);

    /// <summary>Sources that have the limit themselves.</summary>
    private readonly struct SourceWithLimit : ILimited<Source, Awaited>
    {
        public Awaited Create(WaitLimit limit, out Source source)
        {
            source = limit == WaitLimit.Timeout ? Source.Create(NoLimit.Hour) : Source.Create(NoLimit.Token);
            return source.PooledTask;
        }
    }

    private readonly struct Outcomes : IOutcomes<Awaited>
    {
        public void Take(Awaited last, Tally tally) => AwaitOutcome(last, tally).Forget();

        private static async PooledValueTask AwaitOutcome(Awaited last, Tally tally)
        {
            Completion<int> completion = await last.WithoutThrowing();
            tally.Add(completion.IsCanceled ? Tally.Canceled : completion.Exception is InvalidOperationException ? Tally.Failed : 0);
        }
    }
}
