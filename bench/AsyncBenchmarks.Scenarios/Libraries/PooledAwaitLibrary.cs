using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using PooledAwait;
using Awaited = PooledAwait.PooledValueTask<int>;
using ObjectSource = PooledAwait.PooledValueTaskSource<object>;
using Source = PooledAwait.PooledValueTaskSource<int>;
using VectorSource = PooledAwait.PooledValueTaskSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = PooledAwait.PooledValueTaskSource;

namespace AsyncBenchmarks.Libraries;

/// <summary>This repository's library.</summary>
internal sealed partial class PooledAwaitLibrary() : Row(
    Library.OfRepository(typeof(PooledValueTask), "PooledAwait", "This repository's library, built with the suite."),
    YieldCategory.Task,
    YieldCategory.TaskT,
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);

    public override Availability Yield(YieldCategory category) => category switch
    {
        YieldCategory.Task => Availability.Of(static () => new YieldPooledTask()),
        YieldCategory.TaskT => Availability.Of(static () => new YieldPooledTaskT()),
        YieldCategory.ValueTask => Availability.Of(static () => new YieldPooledValueTask()),
        _ => Availability.Of(static () => new YieldPooledValueTaskT()),
    };

    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));
    public override Availability WaitAsync(WaitLimit limit) => Availability.Of(() => new WaitAsyncBody(limit));

#if NET
    public override Availability? Redis(int callers) => RedisWork.With<Redis.Layers.PooledAwaitRedisClient>(callers);
#endif

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, PooledValueTask<object>>()
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Awaited>();

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly partial struct Body : INestedBody, IChainedBody, IOperations<Source, Awaited>,
        IAwaitRounds<VoidSource, VectorSource, ObjectSource>,
        IChainSteps<VoidSource, VectorSource, ObjectSource, PooledValueTask<object>>
    {
        private static readonly PendingStack<VoidSource> s_pending = new();
        private static readonly RoundSources<VoidSource, VectorSource, ObjectSource> s_sources = new();

        public RoundSources<VoidSource, VectorSource, ObjectSource> Sources => s_sources;

        public Source Create() => Source.Create();
        public VoidSource CreateVoid() => VoidSource.Create();
        public VectorSource CreateVector() => VectorSource.Create();
        public ObjectSource CreateObject() => ObjectSource.Create();

        public Awaited TaskOf(Source source) => source.PooledTask;
        public void Complete(Source source, int value) => source.SetResult(value);
        public void Complete(VoidSource source) => source.SetResult();
        public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);
        public void Complete(ObjectSource source, object value) => source.SetResult(value);
        public void Fail(Source source, Exception exception) => source.SetException(exception);
        public void Cancel(Source source) => source.SetCanceled();

        public void CompletePending() => s_pending.CompleteAll<Body>();
        public void ExecuteChain() => ChainAsync().Forget();

        public async Awaited Link(Awaited previous) => await previous + 1;

        public PooledValueTask<object> TaskOf(ObjectSource root) => root.PooledTask;
        public void Forget(PooledValueTask<object> last) => last.Forget();

        public PooledValueTask<object> FromValue(PooledValueTask<object> last) => last
            .Then(static value => RoundTally.Add(value))
            .Then(static () => RoundTally.Then(RoundTally.Vector))
            .Then(static value => RoundTally.Then(value, RoundTally.Object));

        public PooledValueTask<object> Resolved(PooledValueTask<object> last) => last
            .Then(static value => RoundTally.Then(value, default(PooledValueTask)))
            .Then(static () => RoundTally.Then(new PooledValueTask<Vector4>(RoundTally.Vector)))
            .Then(static value => RoundTally.Then(value, new PooledValueTask<object>(RoundTally.Object)));

        public PooledValueTask<object> Pending(PooledValueTask<object> last) => last
            .Then(static value => RoundTally.Then(value, s_sources.NextVoid().PooledTask))
            .Then(static () => RoundTally.Then(s_sources.NextVector().PooledTask))
            .Then(static value => RoundTally.Then(value, s_sources.NextObject().PooledTask));

        private static PooledValueTask GetBase() => BaseOperations.ArePending
            ? s_pending.Push(VoidSource.Create()).PooledTask
            : default;

        private static PooledValueTask ChainAsync() =>
            ChainAndConsume<Struct32, object>()
                .Then(static () => ChainAndConsume<object, Struct32>())
                .Then(static () => Known.Finish());

        private static PooledValueTask ChainAndConsume<T1, T2>() =>
            ChainValue<T1>()
                .Then(static first =>
                {
                    Known.Consume(first);
                    return ChainValue<T2>();
                })
                .Then(static second => Known.Consume(second));

        private static PooledValueTask<T> ChainValue<T>() => GetBase().Then(static () => Known.Value<T>());

        private static async PooledValueTask AwaitAll(int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                await default(PooledValueTask);
                RoundTally.Add();
                RoundTally.Add(await new PooledValueTask<Vector4>(RoundTally.Vector));
                RoundTally.Add(await new PooledValueTask<object>(RoundTally.Object));
            }
        }
    }

    /// <summary>PooledValueTask.WhenAll, with results into an array that is there.</summary>
    private sealed class WhenAllBody(int inputs) : WhenAllWorkload<Body, Source, Awaited>(inputs)
    {
        private readonly int[] _results = new int[inputs];

        protected override void Wait() => WaitForTasks().Forget();

        private async PooledValueTask WaitForTasks()
        {
            await PooledValueTask.WhenAll(Tasks, _results);
            Finish(_results);
        }
    }

    /// <summary>PooledValueTask.WhenAny.</summary>
    private sealed class WhenAnyBody(int inputs) : WhenAnyWorkload<Body, Source, Awaited>(inputs)
    {
        protected override void Wait() => WaitForTasks().Forget();

        private async PooledValueTask WaitForTasks() => Finish((await PooledValueTask.WhenAny(Tasks)).Result);
    }

    /// <summary>PooledValueTask.WaitAsync.</summary>
    private sealed class WaitAsyncBody(WaitLimit limit) : WaitWorkload<Body, Source, Awaited>
    {
        private static readonly CancellationTokenSource s_cancellation = new();

        protected override void Wait() => 
            Wait(limit == WaitLimit.Timeout ? Tasks[0].WaitAsync(s_timeout) : Tasks[0].WaitAsync(s_cancellation.Token)).Forget();

        private async PooledValueTask Wait(Awaited limited) => Finish(await limited);
    }
}
