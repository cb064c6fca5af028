using System;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
#if Peer_ProtoPromise
using Proto.Promises;
using Proto.Promises.CompilerServices;
using ObjectSource = Proto.Promises.Promise<object>.Deferred;
using Source = Proto.Promises.Promise<int>.Deferred;
using VectorSource = Proto.Promises.Promise<AsyncBenchmarks.Bodies.Vector4>.Deferred;
using VoidSource = Proto.Promises.Promise.Deferred;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>ProtoPromise: promises with their own pools. In three rows, because it has two settings for the whole process.</summary>
internal sealed class ProtoPromiseLibrary(string name, string note) : Row(
    Library.OfPackage("ProtoPromise", name, note),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
    /// <summary>As it comes.</summary>
    public static Row Default { get; } = new ProtoPromiseLibrary("ProtoPromise", "ExecutionContext does not flow, which is its default.")
    {
        Categories = "Pool",
    };

    /// <summary>Without its pool.</summary>
    public static Row NoPool { get; } = new ProtoPromiseLibrary(
        "ProtoPromise-NoPool",
        "ObjectPoolingEnabled = false. ExecutionContext does not flow.")
    {
        Categories = "No Pool",
        Pools = false,
    };

    /// <summary>With the context flowing.</summary>
    public static Row Flow { get; } = new ProtoPromiseLibrary(
        "ProtoPromise-Flow",
        "AsyncFlowExecutionContextEnabled = true: the context flows in its async methods.")
    {
        Categories = "Pool, Flow",
        Flows = true,
    };

    public bool Pools { get; init; } = true;

    public bool Flows { get; init; }

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

    public override Availability Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Availability.Of(static () => new YieldBody())
        : Availability.Of(static () => new YieldBodyT());

    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));
    public override Availability WaitAsync(WaitLimit limit) => Availability.Of(() => new WaitAsyncBody(limit));

    public override Availability Rounds(RoundsWork work) =>
        !work.IsChain ? work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>()
        : Flows ? NoDifference
        : work.WithChain<Body, VoidSource, VectorSource, ObjectSource, Promise<object>>().OverflowsIn(work);

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, Promise<int>>().OverflowsIn(work);

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly struct Body : INestedBody, IChainedBody, IOperations<Source, Promise<int>>,
        IAwaitRounds<VoidSource, VectorSource, ObjectSource>,
        IChainSteps<VoidSource, VectorSource, ObjectSource, Promise<object>>
    {
        private static readonly PendingStack<VoidSource> s_pending = new();
        private static readonly RoundSources<VoidSource, VectorSource, ObjectSource> s_sources = new();

        public RoundSources<VoidSource, VectorSource, ObjectSource> Sources => s_sources;

        public Source Create() => Promise<int>.NewDeferred();
        public VoidSource CreateVoid() => Promise.NewDeferred();
        public VectorSource CreateVector() => Promise<Vector4>.NewDeferred();
        public ObjectSource CreateObject() => Promise<object>.NewDeferred();

        public Promise<int> TaskOf(Source source) => source.Promise;
        public void Complete(Source source, int value) => source.Resolve(value);
        public void Complete(VoidSource source) => source.Resolve();
        public void Complete(VectorSource source, Vector4 value) => source.Resolve(value);
        public void Complete(ObjectSource source, object value) => source.Resolve(value);
        public void Fail(Source source, Exception exception) => source.Reject(exception);
        public void Cancel(Source source) => source.Cancel();

        public void CompletePending() => s_pending.CompleteAll<Body>();
        public void Execute() => ExecuteAsync().Forget();
        public void ExecuteChain() => ChainAsync().Forget();

        public async Promise<int> Link(Promise<int> previous) => await previous + 1;

        public void Count(Promise<int> last, Tally tally) => AwaitAndCount(last, tally).Forget();
        public void Catch(Promise<int> last, Tally tally) => AwaitAndCatch(last, tally).Forget();
        public void Watch(Promise<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Forget();

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

        public Promise<object> TaskOf(ObjectSource root) => root.Promise;
        public void Forget(Promise<object> last) => last.Forget();

        public Promise<object> FromValue(Promise<object> last) => last
            .Then(static value => RoundTally.Add(value))
            .Then(static () => RoundTally.Then(RoundTally.Vector))
            .Then(static value => RoundTally.Then(value, RoundTally.Object));

        public Promise<object> Resolved(Promise<object> last) => last
            .Then(static value => RoundTally.Then(value, Promise.Resolved()))
            .Then(static () => RoundTally.Then(Promise.Resolved(RoundTally.Vector)))
            .Then(static value => RoundTally.Then(value, Promise.Resolved(RoundTally.Object)));

        public Promise<object> Pending(Promise<object> last) => last
            .Then(static value => RoundTally.Then(value, s_sources.NextVoid().Promise))
            .Then(static () => RoundTally.Then(s_sources.NextVector().Promise))
            .Then(static value => RoundTally.Then(value, s_sources.NextObject().Promise));

        private static Promise GetBase() => BaseOperations.ArePending
            ? s_pending.Push(Promise.NewDeferred()).Promise
            : Promise.Resolved();

        private static async Promise ExecuteAsync()
        {
            await GetAndConsume<Struct32, object>();
            await GetAndConsume<object, Struct32>();
            Known.Finish();
        }

        private static async Promise GetAndConsume<T1, T2>()
        {
            Known.Consume(await GetValue<T1>());
            Known.Consume(await GetValue<T2>());
        }

        private static async Promise<T> GetValue<T>()
        {
            await GetBase();
            return Known.Value<T>();
        }

        private static Promise ChainAsync() =>
            ChainAndConsume<Struct32, object>()
                .Then(static () => ChainAndConsume<object, Struct32>())
                .Then(static () => Known.Finish());

        private static Promise ChainAndConsume<T1, T2>() =>
            ChainValue<T1>()
                .Then(static first =>
                {
                    Known.Consume(first);
                    return ChainValue<T2>();
                })
                .Then(static second => Known.Consume(second));

        private static Promise<T> ChainValue<T>() => GetBase().Then(static () => Known.Value<T>());

        private static async Promise AwaitAndCount(Promise<int> last, Tally tally) => tally.Add(await last);

        private static async Promise AwaitAndCatch(Promise<int> last, Tally tally)
        {
            try
            {
                await last;
            }
            catch (OperationCanceledException)
            {
                tally.Add(Tally.Canceled);
            }
            catch (System.InvalidOperationException) // ProtoPromise has one of that name
            {
                tally.Add(Tally.Failed);
            }
        }

        private static async Promise AwaitAndWatch(Promise<int> last, AsyncLocal<int> local, Tally tally)
        {
            await last;
            tally.Add(local.Value);
        }

        private static async Promise WaitForGate()
        {
            await Gate.Current;
            RoundTally.Add();
        }

        private static async Promise<Vector4> VectorBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Vector);
        }

        private static async Promise<object> ObjectBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Object);
        }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
        private static async Promise Nothing() => RoundTally.Add();
        private static async Promise<Vector4> Vector() => RoundTally.Then(RoundTally.Vector);
        private static async Promise<object> Object() => RoundTally.Then(RoundTally.Object);
#pragma warning restore CS1998

        private static async Promise AwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
        {
            for (int index = first; index < first + rounds; index++)
            {
                await sources.Voids[index].Promise;
                RoundTally.Add();
                RoundTally.Add(await sources.Vectors[index].Promise);
                RoundTally.Add(await sources.Objects[index].Promise);
            }
        }

        private static async Promise AwaitAll(int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                await Promise.Resolved();
                RoundTally.Add();
                RoundTally.Add(await Promise.Resolved(RoundTally.Vector));
                RoundTally.Add(await Promise.Resolved(RoundTally.Object));
            }
        }
    }

    /// <summary>Operations that suspend twice.</summary>
    private sealed class YieldBody : YieldWorkload<PromiseAwaiterVoid>
    {
        protected override PromiseAwaiterVoid Start() => Loop().GetAwaiter();

        protected override long Take(ref PromiseAwaiterVoid awaiter)
        {
            awaiter.GetResult();
            return YieldSum.Take();
        }

        private static async Promise Loop()
        {
            for (int number = 0; number < Operations; number++)
            {
                await Operation(number);
            }
        }

        private static async Promise Operation(int number)
        {
            await Task.Yield();
            await Task.Yield();
            YieldSum.Add(number);
        }
    }

    /// <summary>The same with a result.</summary>
    private sealed class YieldBodyT : YieldWorkload<PromiseAwaiter<long>>
    {
        protected override PromiseAwaiter<long> Start() => Loop().GetAwaiter();

        protected override long Take(ref PromiseAwaiter<long> awaiter) => awaiter.GetResult();

        private static async Promise<long> Loop()
        {
            long sum = 0;
            for (int number = 0; number < Operations; number++)
            {
                sum += await Operation(number - 1, 1);
            }

            return sum;
        }

        private static async Promise<int> Operation(int left, int right)
        {
            int sum = left;
            await Task.Yield();
            sum += right;
            await Task.Yield();
            return sum;
        }
    }

    /// <summary>Promise.All, with results into an array that is there.</summary>
    private sealed class WhenAllBody(int inputs) : WhenAllWorkload<Body, Source, Promise<int>>(inputs)
    {
        private readonly int[] _results = new int[inputs];

        protected override void Wait() => WaitForTasks().Forget();

        private async Promise WaitForTasks()
        {
            await Promise<int>.All(Tasks, _results);
            Finish(_results);
        }
    }

    /// <summary>Promise.Race.</summary>
    private sealed class WhenAnyBody(int inputs) : WhenAnyWorkload<Body, Source, Promise<int>>(inputs)
    {
        protected override void Wait() => WaitForTasks().Forget();

        private async Promise WaitForTasks() => Finish(await Promise<int>.Race(Tasks));
    }

    /// <summary>Promise.WaitAsync, with the library's own timers and cancellations.</summary>
    private sealed class WaitAsyncBody(WaitLimit limit) : WaitWorkload<Body, Source, Promise<int>>
    {
        private static readonly CancelationSource s_cancelation = CancelationSource.New();

        protected override void Wait() => 
            Wait(limit == WaitLimit.Timeout ? Tasks[0].WaitAsync(s_timeout) : Tasks[0].WaitAsync(s_cancelation.Token)).Forget();

        private async Promise Wait(Promise<int> limited) => Finish(await limited);
    }
#endif
}
