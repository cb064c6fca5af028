using System;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
#if Peer_UniTask
using Cysharp.Threading.Tasks;
using ObjectSource = Cysharp.Threading.Tasks.AutoResetUniTaskCompletionSource<object>;
using Source = Cysharp.Threading.Tasks.AutoResetUniTaskCompletionSource<int>;
using VectorSource = Cysharp.Threading.Tasks.AutoResetUniTaskCompletionSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = Cysharp.Threading.Tasks.AutoResetUniTaskCompletionSource;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>UniTask, made for Unity, here in its .NET build.</summary>
internal sealed class UniTaskLibrary() : Row(
    Library.OfPackage("UniTask", "UniTask", "ExecutionContext does not flow."),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
#if Peer_UniTask
    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);

    public override Availability Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Availability.Of(static () => new YieldBody())
        : Availability.Of(static () => new YieldBodyT());

    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));

    public override Availability WaitAsync(WaitLimit limit) => limit == WaitLimit.Cancellation
        ? Availability.Of(static () => new WaitAsyncBody())
        : Availability.No("UniTask.Timeout is made for Unity's player loop; the .NET build does not have it.");

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, UniTask<object>>().OverflowsIn(work)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, UniTask<int>>().OverflowsIn(work);

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly struct Body : INestedBody, IChainedBody, IOperations<Source, UniTask<int>>,
        IAwaitRounds<VoidSource, VectorSource, ObjectSource>,
        IChainSteps<VoidSource, VectorSource, ObjectSource, UniTask<object>>
    {
        private static readonly PendingStack<VoidSource> s_pending = new();
        private static readonly RoundSources<VoidSource, VectorSource, ObjectSource> s_sources = new();

        public RoundSources<VoidSource, VectorSource, ObjectSource> Sources => s_sources;

        public Source Create() => Source.Create();
        public VoidSource CreateVoid() => VoidSource.Create();
        public VectorSource CreateVector() => VectorSource.Create();
        public ObjectSource CreateObject() => ObjectSource.Create();

        public UniTask<int> TaskOf(Source source) => source.Task;
        public void Complete(Source source, int value) => source.TrySetResult(value);
        public void Complete(VoidSource source) => source.TrySetResult();
        public void Complete(VectorSource source, Vector4 value) => source.TrySetResult(value);
        public void Complete(ObjectSource source, object value) => source.TrySetResult(value);
        public void Fail(Source source, Exception exception) => source.TrySetException(exception);
        public void Cancel(Source source) => source.TrySetCanceled();

        public void CompletePending() => s_pending.CompleteAll<Body>();
        public void Execute() => ExecuteAsync().Forget();
        public void ExecuteChain() => ChainAsync().Forget();

        public async UniTask<int> Link(UniTask<int> previous) => await previous + 1;

        public void Count(UniTask<int> last, Tally tally) => AwaitAndCount(last, tally).Forget();
        public void Catch(UniTask<int> last, Tally tally) => AwaitAndCatch(last, tally).Forget();
        public void Watch(UniTask<int> last, AsyncLocal<int> local, Tally tally) => AwaitAndWatch(last, local, tally).Forget();

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

        public UniTask<object> TaskOf(ObjectSource root) => root.Task;
        public void Forget(UniTask<object> last) => last.Forget();

        public UniTask<object> FromValue(UniTask<object> last) => last
            .ContinueWith(static value => RoundTally.Add(value))
            .ContinueWith(static () => RoundTally.Then(RoundTally.Vector))
            .ContinueWith(static value => RoundTally.Then(value, RoundTally.Object));

        public UniTask<object> Resolved(UniTask<object> last) => last
            .ContinueWith(static value => RoundTally.Then(value, UniTask.CompletedTask))
            .ContinueWith(static () => RoundTally.Then(UniTask.FromResult(RoundTally.Vector)))
            .ContinueWith(static value => RoundTally.Then(value, UniTask.FromResult(RoundTally.Object)));

        public UniTask<object> Pending(UniTask<object> last) => last
            .ContinueWith(static value => RoundTally.Then(value, s_sources.NextVoid().Task))
            .ContinueWith(static () => RoundTally.Then(s_sources.NextVector().Task))
            .ContinueWith(static value => RoundTally.Then(value, s_sources.NextObject().Task));

        private static UniTask GetBase() => BaseOperations.ArePending
            ? s_pending.Push(VoidSource.Create()).Task
            : UniTask.CompletedTask;

        private static async UniTask ExecuteAsync()
        {
            await GetAndConsume<Struct32, object>();
            await GetAndConsume<object, Struct32>();
            Known.Finish();
        }

        private static async UniTask GetAndConsume<T1, T2>()
        {
            Known.Consume(await GetValue<T1>());
            Known.Consume(await GetValue<T2>());
        }

        private static async UniTask<T> GetValue<T>()
        {
            await GetBase();
            return Known.Value<T>();
        }

        private static UniTask ChainAsync() =>
            ChainAndConsume<Struct32, object>()
                .ContinueWith(static () => ChainAndConsume<object, Struct32>())
                .ContinueWith(static () => Known.Finish());

        private static UniTask ChainAndConsume<T1, T2>() =>
            ChainValue<T1>()
                .ContinueWith(static first =>
                {
                    Known.Consume(first);
                    return ChainValue<T2>();
                })
                .ContinueWith(static second => Known.Consume(second));

        private static UniTask<T> ChainValue<T>() => GetBase().ContinueWith(static () => Known.Value<T>());

        private static async UniTask AwaitAndCount(UniTask<int> last, Tally tally) => tally.Add(await last);

        private static async UniTask AwaitAndCatch(UniTask<int> last, Tally tally)
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

        private static async UniTask AwaitAndWatch(UniTask<int> last, AsyncLocal<int> local, Tally tally)
        {
            await last;
            tally.Add(local.Value);
        }

        private static async UniTask WaitForGate()
        {
            await Gate.Current;
            RoundTally.Add();
        }

        private static async UniTask<Vector4> VectorBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Vector);
        }

        private static async UniTask<object> ObjectBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Object);
        }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
        private static async UniTask Nothing() => RoundTally.Add();
        private static async UniTask<Vector4> Vector() => RoundTally.Then(RoundTally.Vector);
        private static async UniTask<object> Object() => RoundTally.Then(RoundTally.Object);
#pragma warning restore CS1998

        private static async UniTask AwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
        {
            for (int index = first; index < first + rounds; index++)
            {
                await sources.Voids[index].Task;
                RoundTally.Add();
                RoundTally.Add(await sources.Vectors[index].Task);
                RoundTally.Add(await sources.Objects[index].Task);
            }
        }

        private static async UniTask AwaitAll(int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                await UniTask.CompletedTask;
                RoundTally.Add();
                RoundTally.Add(await UniTask.FromResult(RoundTally.Vector));
                RoundTally.Add(await UniTask.FromResult(RoundTally.Object));
            }
        }
    }

    /// <summary>Operations that suspend twice.</summary>
    private sealed class YieldBody : YieldWorkload<UniTask.Awaiter>
    {
        protected override UniTask.Awaiter Start() => Loop().GetAwaiter();

        protected override long Take(ref UniTask.Awaiter awaiter)
        {
            awaiter.GetResult();
            return YieldSum.Take();
        }

        private static async UniTask Loop()
        {
            for (int number = 0; number < Operations; number++)
            {
                await Operation(number);
            }
        }

        private static async UniTask Operation(int number)
        {
            await Task.Yield();
            await Task.Yield();
            YieldSum.Add(number);
        }
    }

    /// <summary>The same with a result.</summary>
    private sealed class YieldBodyT : YieldWorkload<UniTask<long>.Awaiter>
    {
        protected override UniTask<long>.Awaiter Start() => Loop().GetAwaiter();

        protected override long Take(ref UniTask<long>.Awaiter awaiter) => awaiter.GetResult();

        private static async UniTask<long> Loop()
        {
            long sum = 0;
            for (int number = 0; number < Operations; number++)
            {
                sum += await Operation(number - 1, 1);
            }

            return sum;
        }

        private static async UniTask<int> Operation(int left, int right)
        {
            int sum = left;
            await Task.Yield();
            sum += right;
            await Task.Yield();
            return sum;
        }
    }

    /// <summary>UniTask.WhenAll.</summary>
    private sealed class WhenAllBody(int inputs) : WhenAllWorkload<Body, Source, UniTask<int>>(inputs)
    {
        protected override void Wait() => WaitForTasks().Forget();

        private async UniTask WaitForTasks() => Finish(await UniTask.WhenAll(Tasks));
    }

    /// <summary>UniTask.WhenAny.</summary>
    private sealed class WhenAnyBody(int inputs) : WhenAnyWorkload<Body, Source, UniTask<int>>(inputs)
    {
        protected override void Wait() => WaitForTasks().Forget();

        private async UniTask WaitForTasks() => Finish((await UniTask.WhenAny(Tasks)).result);
    }

    /// <summary>UniTask.AttachExternalCancellation.</summary>
    private sealed class WaitAsyncBody : WaitWorkload<Body, Source, UniTask<int>>
    {
        private static readonly CancellationTokenSource s_cancellation = new();

        protected override void Wait() => Wait(Tasks[0].AttachExternalCancellation(s_cancellation.Token)).Forget();

        private async UniTask Wait(UniTask<int> limited) => Finish(await limited);
    }
#endif
}
