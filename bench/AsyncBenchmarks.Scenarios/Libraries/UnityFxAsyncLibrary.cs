#if Peer_UnityFx_Async
extern alias UnityFxAsync;
#endif

using System;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
#if Peer_UnityFx_Async
using UnityFxAsync::UnityFx.Async;
using UnityFxAsync::UnityFx.Async.CompilerServices;
using UnityFxAsync::UnityFx.Async.Promises;
using ObjectSource = UnityFxAsync::UnityFx.Async.AsyncCompletionSource<object>;
using Source = UnityFxAsync::UnityFx.Async.AsyncCompletionSource<int>;
using VectorSource = UnityFxAsync::UnityFx.Async.AsyncCompletionSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = UnityFxAsync::UnityFx.Async.AsyncCompletionSource;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>UnityFx.Async: operations that are objects, as tasks are.</summary>
internal sealed class UnityFxAsyncLibrary() : Row(
    Library.OfPackage("UnityFx.Async", "UnityFx.Async"),
    YieldCategory.Task,
    YieldCategory.TaskT)
{
#if Peer_UnityFx_Async
    // Without the option it would be posted to the current context, if there was one, as Then is.
    private const AsyncContinuationOptions Inline = AsyncContinuationOptions.ExecuteSynchronously;

    protected override string Otherwise => "UnityFx.Async has no wait with a limit; WithCancellation cancels the operation itself.";

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);

    public override Availability Yield(YieldCategory category) => category == YieldCategory.Task
        ? Availability.Of(static () => new YieldBody())
        : Availability.Of(static () => new YieldBodyT());

    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, IAsyncOperation<object>>().OverflowsIn(work)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, AsyncResult<int>>().OverflowsIn(work);

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly struct Body : INestedBody, IChainedBody, IOperations<Source, AsyncResult<int>>,
        IAwaitRounds<VoidSource, VectorSource, ObjectSource>,
        IChainSteps<VoidSource, VectorSource, ObjectSource, IAsyncOperation<object>>
    {
        private static readonly PendingStack<VoidSource> s_pending = new();
        private static readonly RoundSources<VoidSource, VectorSource, ObjectSource> s_sources = new();
        private static readonly IAsyncOperation<Vector4> s_vector = AsyncResult.FromResult(RoundTally.Vector);
        private static readonly IAsyncOperation<object> s_object = AsyncResult.FromResult(RoundTally.Object);

        public RoundSources<VoidSource, VectorSource, ObjectSource> Sources => s_sources;

        public Source Create() => new(AsyncOperationStatus.Running);
        public VoidSource CreateVoid() => new(AsyncOperationStatus.Running);
        public VectorSource CreateVector() => new(AsyncOperationStatus.Running);
        public ObjectSource CreateObject() => new(AsyncOperationStatus.Running);

        public AsyncResult<int> TaskOf(Source source) => source;
        public void Complete(Source source, int value) => source.SetResult(value);
        public void Complete(VoidSource source) => source.SetCompleted();
        public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);
        public void Complete(ObjectSource source, object value) => source.SetResult(value);
        public void Fail(Source source, Exception exception) => source.SetException(exception);
        public void Cancel(Source source) => source.SetCanceled();

        public void CompletePending() => s_pending.CompleteAll<Body>();

        // Nothing is recycled; Done is how a result nobody wants is given up.
        public void Execute() => ExecuteAsync().Done();
        public void ExecuteChain() => ChainAsync().Done();

        public async AsyncResult<int> Link(AsyncResult<int> previous) => await previous + 1;

        public void Count(AsyncResult<int> last, Tally tally) => AwaitAndCount(last, tally).Done();
        public void Catch(AsyncResult<int> last, Tally tally) => AwaitAndCatch(last, tally).Done();
        public void Watch(AsyncResult<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Done();

        public void StartPending()
        {
            WaitForGate().Done();
            VectorBehindGate().Done();
            ObjectBehindGate().Done();
        }

        public void StartResolved()
        {
            Nothing().Done();
            Vector().Done();
            Object().Done();
        }

        public void AwaitPending(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds) =>
            AwaitAll(sources, first, rounds).Done();

        public void AwaitResolved(int rounds) => AwaitAll(rounds).Done();

        public IAsyncOperation<object> TaskOf(ObjectSource root) => root;
        public void Forget(IAsyncOperation<object> last) => last.Done();

        public IAsyncOperation<object> FromValue(IAsyncOperation<object> last) => last
            .Then(static value => RoundTally.Add(value))
            .ContinueWith(static _ => RoundTally.Then(RoundTally.Vector), Inline)
            .ContinueWith(static previous => RoundTally.Then(previous.Result, RoundTally.Object), Inline);

        public IAsyncOperation<object> Resolved(IAsyncOperation<object> last) => last
            .Then(static value => RoundTally.Then(value, AsyncResult.CompletedOperation))
            .Then(static () => RoundTally.Then(s_vector))
            .Then(static value => RoundTally.Then(value, s_object));

        public IAsyncOperation<object> Pending(IAsyncOperation<object> last) => last
            .Then(static value => RoundTally.Then(value, s_sources.NextVoid()))
            .Then(static () => RoundTally.Then(s_sources.NextVector()))
            .Then(static value => RoundTally.Then(value, s_sources.NextObject()));

        private static AsyncResult GetBase() => BaseOperations.ArePending
            ? s_pending.Push(new VoidSource(AsyncOperationStatus.Running))
            : AsyncResult.CompletedOperation;

        private static async AsyncResult ExecuteAsync()
        {
            await GetAndConsume<Struct32, object>();
            await GetAndConsume<object, Struct32>();
            Known.Finish();
        }

        private static async AsyncResult GetAndConsume<T1, T2>()
        {
            Known.Consume(await GetValue<T1>());
            Known.Consume(await GetValue<T2>());
        }

        private static async AsyncResult<T> GetValue<T>()
        {
            await GetBase();
            return Known.Value<T>();
        }

        // Then unwraps; ContinueWith is for a plain value. ContinueWith throughout would need fewer bytes only as long as nobody waits for
        // what the continuations return.
        private static IAsyncOperation ChainAsync() =>
            ChainAndConsume<Struct32, object>()
                .Then(static () => ChainAndConsume<object, Struct32>())
                .Then(static () => Known.Finish());

        private static IAsyncOperation ChainAndConsume<T1, T2>() =>
            ChainValue<T1>()
                .Then(static first =>
                {
                    Known.Consume(first);
                    return ChainValue<T2>();
                })
                .Then(static second => Known.Consume(second));

        private static IAsyncOperation<T> ChainValue<T>() => GetBase().ContinueWith(static _ => Known.Value<T>(), Inline);

        private static async AsyncResult AwaitAndCount(AsyncResult<int> last, Tally tally) => tally.Add(await last);

        private static async AsyncResult AwaitAndCatch(AsyncResult<int> last, Tally tally)
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

        private static async AsyncResult AwaitAndWatch(AsyncResult<int> last, AsyncLocal<int> local, Tally tally)
        {
            await last;
            tally.Add(local.Value);
        }

        private static async AsyncResult WaitForGate()
        {
            await Gate.Current;
            RoundTally.Add();
        }

        private static async AsyncResult<Vector4> VectorBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Vector);
        }

        private static async AsyncResult<object> ObjectBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Object);
        }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
        private static async AsyncResult Nothing() => RoundTally.Add();
        private static async AsyncResult<Vector4> Vector() => RoundTally.Then(RoundTally.Vector);
        private static async AsyncResult<object> Object() => RoundTally.Then(RoundTally.Object);
#pragma warning restore CS1998

        private static async AsyncResult AwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
        {
            for (int index = first; index < first + rounds; index++)
            {
                await sources.Voids[index];
                RoundTally.Add();
                RoundTally.Add(await sources.Vectors[index]);
                RoundTally.Add(await sources.Objects[index]);
            }
        }

        private static async AsyncResult AwaitAll(int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                await AsyncResult.CompletedOperation;
                RoundTally.Add();
                RoundTally.Add(await s_vector);
                RoundTally.Add(await s_object);
            }
        }
    }

    /// <summary>Operations that suspend twice.</summary>
    private sealed class YieldBody : YieldWorkload<AsyncAwaiter>
    {
        protected override AsyncAwaiter Start() => Loop().GetAwaiter();

        protected override long Take(ref AsyncAwaiter awaiter)
        {
            awaiter.GetResult();
            return YieldSum.Take();
        }

        private static async AsyncResult Loop()
        {
            for (int number = 0; number < Operations; number++)
            {
                await Operation(number);
            }
        }

        private static async AsyncResult Operation(int number)
        {
            await Task.Yield();
            await Task.Yield();
            YieldSum.Add(number);
        }
    }

    /// <summary>The same with a result.</summary>
    private sealed class YieldBodyT : YieldWorkload<AsyncAwaiter<long>>
    {
        protected override AsyncAwaiter<long> Start() => Loop().GetAwaiter();

        protected override long Take(ref AsyncAwaiter<long> awaiter) => awaiter.GetResult();

        private static async AsyncResult<long> Loop()
        {
            long sum = 0;
            for (int number = 0; number < Operations; number++)
            {
                sum += await Operation(number - 1, 1);
            }

            return sum;
        }

        private static async AsyncResult<int> Operation(int left, int right)
        {
            int sum = left;
            await Task.Yield();
            sum += right;
            await Task.Yield();
            return sum;
        }
    }

    /// <summary>AsyncResult.WhenAll.</summary>
    private sealed class WhenAllBody(int inputs) : WhenAllWorkload<Body, Source, AsyncResult<int>>(inputs)
    {
        protected override void Wait() => WaitForTasks().Done();

        private async AsyncResult WaitForTasks() => Finish(await AsyncResult.WhenAll<int>(Tasks));
    }

    /// <summary>AsyncResult.WhenAny.</summary>
    private sealed class WhenAnyBody(int inputs) : WhenAnyWorkload<Body, Source, AsyncResult<int>>(inputs)
    {
        protected override void Wait() => WaitForTasks().Done();

        private async AsyncResult WaitForTasks() => Finish((await AsyncResult.WhenAny(Tasks)).Result);
    }
#endif
}
