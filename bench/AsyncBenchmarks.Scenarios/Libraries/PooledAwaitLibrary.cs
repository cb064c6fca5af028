using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using PooledAwait;
using ObjectSource = PooledAwait.PooledValueTaskSource<object>;
using Source = PooledAwait.PooledValueTaskSource<int>;
using VectorSource = PooledAwait.PooledValueTaskSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = PooledAwait.PooledValueTaskSource;

namespace AsyncBenchmarks.Libraries;

/// <summary>This repository's library.</summary>
internal sealed class PooledAwaitLibrary() : Row(
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
        YieldCategory.Task => Availability.Of(static () => new YieldTaskBody()),
        YieldCategory.TaskT => Availability.Of(static () => new YieldTaskBodyT()),
        YieldCategory.ValueTask => Availability.Of(static () => new YieldBody()),
        _ => Availability.Of(static () => new YieldBodyT()),
    };

    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));
    public override Availability WaitAsync(WaitLimit limit) => Availability.Of(() => new WaitAsyncBody(limit));

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, PooledValueTask<object>>()
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, PooledValueTask<int>>();

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly struct Body : INestedBody, IChainedBody, IOperations<Source, PooledValueTask<int>>,
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

        public PooledValueTask<int> TaskOf(Source source) => source.PooledTask;
        public void Complete(Source source, int value) => source.SetResult(value);
        public void Complete(VoidSource source) => source.SetResult();
        public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);
        public void Complete(ObjectSource source, object value) => source.SetResult(value);
        public void Fail(Source source, Exception exception) => source.SetException(exception);
        public void Cancel(Source source) => source.SetCanceled();

        public void CompletePending() => s_pending.CompleteAll<Body>();
        public void Execute() => ExecuteAsync().Forget();
        public void ExecuteChain() => ChainAsync().Forget();

        public async PooledValueTask<int> Link(PooledValueTask<int> previous) => await previous + 1;

        public void Count(PooledValueTask<int> last, Tally tally) => AwaitAndCount(last, tally).Forget();
        public void Catch(PooledValueTask<int> last, Tally tally) => AwaitAndCatch(last, tally).Forget();
        public void Watch(PooledValueTask<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Forget();

        public void StartPending()
        {
            WaitForGate().Forget();
            VectorBehindGate().Forget();
            ObjectBehindGate().Forget();
        }

        public void StartResolved()
        {
            Nothing().Forget();
            Vector().Forget();
            Object().Forget();
        }

        public void AwaitPending(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds) =>
            AwaitAll(sources, first, rounds).Forget();

        public void AwaitResolved(int rounds) => AwaitAll(rounds).Forget();

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

        private static async PooledValueTask ExecuteAsync()
        {
            await GetAndConsume<Struct32, object>();
            await GetAndConsume<object, Struct32>();
            Known.Finish();
        }

        private static async PooledValueTask GetAndConsume<T1, T2>()
        {
            Known.Consume(await GetValue<T1>());
            Known.Consume(await GetValue<T2>());
        }

        private static async PooledValueTask<T> GetValue<T>()
        {
            await GetBase();
            return Known.Value<T>();
        }

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

        private static async PooledValueTask AwaitAndCount(PooledValueTask<int> last, Tally tally) => tally.Add(await last);

        private static async PooledValueTask AwaitAndCatch(PooledValueTask<int> last, Tally tally)
        {
            try
            {
                await last;
            }
            catch (OperationCanceledException)
            {
                tally.Add(Tally.Canceled);
            }
            catch (InvalidOperationException)
            {
                tally.Add(Tally.Failed);
            }
        }

        private static async PooledValueTask AwaitAndWatch(PooledValueTask<int> last, AsyncLocal<int> local, Tally tally)
        {
            await last;
            tally.Add(local.Value);
        }

        private static async PooledValueTask WaitForGate()
        {
            await Gate.Current;
            RoundTally.Add();
        }

        private static async PooledValueTask<Vector4> VectorBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Vector);
        }

        private static async PooledValueTask<object> ObjectBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Object);
        }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
        private static async PooledValueTask Nothing() => RoundTally.Add();
        private static async PooledValueTask<Vector4> Vector() => RoundTally.Then(RoundTally.Vector);
        private static async PooledValueTask<object> Object() => RoundTally.Then(RoundTally.Object);
#pragma warning restore CS1998

        private static async PooledValueTask AwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
        {
            for (int index = first; index < first + rounds; index++)
            {
                await sources.Voids[index].PooledTask;
                RoundTally.Add();
                RoundTally.Add(await sources.Vectors[index].PooledTask);
                RoundTally.Add(await sources.Objects[index].PooledTask);
            }
        }

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

    /// <summary>Operations that suspend twice, as PooledTask.</summary>
    private sealed class YieldTaskBody : YieldWorkload<TaskAwaiter>
    {
        protected override TaskAwaiter Start() => Loop().GetAwaiter();

        protected override long Take(ref TaskAwaiter awaiter)
        {
            awaiter.GetResult();
            return YieldSum.Take();
        }

        private static async PooledTask Loop()
        {
            for (int number = 0; number < Operations; number++)
            {
                await Operation(number);
            }
        }

        private static async PooledTask Operation(int number)
        {
            await Task.Yield();
            await Task.Yield();
            YieldSum.Add(number);
        }
    }

    /// <summary>The same with a result.</summary>
    private sealed class YieldTaskBodyT : YieldWorkload<TaskAwaiter<long>>
    {
        protected override TaskAwaiter<long> Start() => Loop().GetAwaiter();

        protected override long Take(ref TaskAwaiter<long> awaiter) => awaiter.GetResult();

        private static async PooledTask<long> Loop()
        {
            long sum = 0;
            for (int number = 0; number < Operations; number++)
            {
                sum += await Operation(number - 1, 1);
            }

            return sum;
        }

        private static async PooledTask<int> Operation(int left, int right)
        {
            int sum = left;
            await Task.Yield();
            sum += right;
            await Task.Yield();
            return sum;
        }
    }

    /// <summary>Operations that suspend twice, as PooledValueTask.</summary>
    private sealed class YieldBody : YieldWorkload<PooledValueTaskAwaiter>
    {
        protected override PooledValueTaskAwaiter Start() => Loop().GetAwaiter();

        protected override long Take(ref PooledValueTaskAwaiter awaiter)
        {
            awaiter.GetResult();
            return YieldSum.Take();
        }

        private static async PooledValueTask Loop()
        {
            for (int number = 0; number < Operations; number++)
            {
                await Operation(number);
            }
        }

        private static async PooledValueTask Operation(int number)
        {
            await Task.Yield();
            await Task.Yield();
            YieldSum.Add(number);
        }
    }

    /// <summary>The same with a result.</summary>
    private sealed class YieldBodyT : YieldWorkload<PooledValueTaskAwaiter<long>>
    {
        protected override PooledValueTaskAwaiter<long> Start() => Loop().GetAwaiter();

        protected override long Take(ref PooledValueTaskAwaiter<long> awaiter) => awaiter.GetResult();

        private static async PooledValueTask<long> Loop()
        {
            long sum = 0;
            for (int number = 0; number < Operations; number++)
            {
                sum += await Operation(number - 1, 1);
            }

            return sum;
        }

        private static async PooledValueTask<int> Operation(int left, int right)
        {
            int sum = left;
            await Task.Yield();
            sum += right;
            await Task.Yield();
            return sum;
        }
    }

    /// <summary>PooledValueTask.WhenAll, with results into an array that is there.</summary>
    private sealed class WhenAllBody(int inputs) : WhenAllWorkload<Body, Source, PooledValueTask<int>>(inputs)
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
    private sealed class WhenAnyBody(int inputs) : WhenAnyWorkload<Body, Source, PooledValueTask<int>>(inputs)
    {
        protected override void Wait() => WaitForTasks().Forget();

        private async PooledValueTask WaitForTasks() => Finish((await PooledValueTask.WhenAny(Tasks)).Result);
    }

    /// <summary>PooledValueTask.WaitAsync.</summary>
    private sealed class WaitAsyncBody(WaitLimit limit) : WaitWorkload<Body, Source, PooledValueTask<int>>
    {
        private static readonly CancellationTokenSource s_cancellation = new();

        protected override void Wait() => 
            Wait(limit == WaitLimit.Timeout ? Tasks[0].WaitAsync(s_timeout) : Tasks[0].WaitAsync(s_cancellation.Token)).Forget();

        private async PooledValueTask Wait(PooledValueTask<int> limited) => Finish(await limited);
    }
}
