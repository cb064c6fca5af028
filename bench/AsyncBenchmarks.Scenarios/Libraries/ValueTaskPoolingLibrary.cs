using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = AsyncBenchmarks.Bodies.PooledSource<object>;
using Source = AsyncBenchmarks.Bodies.PooledSource<int>;
using VectorSource = AsyncBenchmarks.Bodies.PooledSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = AsyncBenchmarks.Bodies.PooledSource;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.ValueTask with the pooling builders that a method has to ask for.</summary>
internal sealed class ValueTaskPoolingLibrary() : Row(
    Library.OfRuntime(
        "ValueTask-Pooling",
        Missing,
        "PoolingAsyncValueTaskMethodBuilder on every method. What survives is the suite's own: the source, and an object "
        + "that takes the result, for which .NET has no method; .NET's pools keep a box per thread and core, however many "
        + "operations are in flight."),
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
#if !NET
    private const string Missing = "This runtime has no PoolingAsyncValueTaskMethodBuilder.";
#else
    private const string? Missing = null;

    protected override string Otherwise => ValueTaskLibrary.NoCombinators;

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => Availability.No(ValueTaskLibrary.NoContinuations);

    public override Availability Yield(YieldCategory category) => category == YieldCategory.ValueTask
        ? Availability.Of(static () => new YieldBody())
        : Availability.Of(static () => new YieldBodyT());

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? Availability.No(ValueTaskLibrary.NoContinuations)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) => work.With<Body, Source, ValueTask<int>>().OverflowsIn(work);

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly struct Body : INestedBody, IOperations<Source, ValueTask<int>>, IAwaitRounds<VoidSource, VectorSource, ObjectSource>
    {
        private static readonly PendingStack<VoidSource> s_pending = new();

        public Source Create() => Source.Rent();
        public VoidSource CreateVoid() => VoidSource.Rent();
        public VectorSource CreateVector() => VectorSource.Rent();
        public ObjectSource CreateObject() => ObjectSource.Rent();

        public ValueTask<int> TaskOf(Source source) => source.Task;
        public void Complete(Source source, int value) => source.SetResult(value);
        public void Complete(VoidSource source) => source.SetResult();
        public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);
        public void Complete(ObjectSource source, object value) => source.SetResult(value);
        public void Fail(Source source, Exception exception) => source.SetException(exception);
        public void Cancel(Source source) => source.SetException(new OperationCanceledException());

        public void CompletePending() => s_pending.CompleteAll<Body>();

        // A box goes back to its pool when its result is taken, and the framework has no method that does only that.
        public void Execute() => ResultTaker.Forget(ExecuteAsync());

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        public async ValueTask<int> Link(ValueTask<int> previous) => await previous + 1;

        public void Count(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCount(last, tally));
        public void Catch(ValueTask<int> last, Tally tally) => ResultTaker.Forget(AwaitAndCatch(last, tally));
        public void Watch(ValueTask<int> last, AsyncLocal<int> local, Tally tally) => ResultTaker.Forget(AwaitAndWatch(last, local, tally));

        public void StartPending()
        {
            ResultTaker.Forget(WaitForGate());
            ResultTaker<Vector4>.Forget(VectorBehindGate());
            ResultTaker<object>.Forget(ObjectBehindGate());
        }

        public void StartResolved()
        {
            ResultTaker.Forget(Nothing());
            ResultTaker<Vector4>.Forget(Vector());
            ResultTaker<object>.Forget(Object());
        }

        public void AwaitPending(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds) =>
            ResultTaker.Forget(AwaitAll(sources, first, rounds));

        public void AwaitResolved(int rounds) => ResultTaker.Forget(AwaitAll(rounds));

        private static ValueTask GetBase() => BaseOperations.ArePending ? s_pending.Push(VoidSource.Rent()).Task : default;

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask ExecuteAsync()
        {
            await GetAndConsume<Struct32, object>();
            await GetAndConsume<object, Struct32>();
            Known.Finish();
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask GetAndConsume<T1, T2>()
        {
            Known.Consume(await GetValue<T1>());
            Known.Consume(await GetValue<T2>());
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        private static async ValueTask<T> GetValue<T>()
        {
            await GetBase();
            return Known.Value<T>();
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask AwaitAndCount(ValueTask<int> last, Tally tally) => tally.Add(await last);

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask AwaitAndCatch(ValueTask<int> last, Tally tally)
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

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask AwaitAndWatch(ValueTask<int> last, AsyncLocal<int> local, Tally tally)
        {
            await last;
            tally.Add(local.Value);
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask WaitForGate()
        {
            await Gate.Current;
            RoundTally.Add();
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        private static async ValueTask<Vector4> VectorBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Vector);
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        private static async ValueTask<object> ObjectBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Object);
        }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask Nothing() => RoundTally.Add();

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        private static async ValueTask<Vector4> Vector() => RoundTally.Then(RoundTally.Vector);

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        private static async ValueTask<object> Object() => RoundTally.Then(RoundTally.Object);
#pragma warning restore CS1998

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask AwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
        {
            for (int index = first; index < first + rounds; index++)
            {
                await sources.Voids[index].Task;
                RoundTally.Add();
                RoundTally.Add(await sources.Vectors[index].Task);
                RoundTally.Add(await sources.Objects[index].Task);
            }
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask AwaitAll(int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                await default(ValueTask);
                RoundTally.Add();
                RoundTally.Add(await new ValueTask<Vector4>(RoundTally.Vector));
                RoundTally.Add(await new ValueTask<object>(RoundTally.Object));
            }
        }
    }

    /// <summary>Operations that suspend twice.</summary>
    private sealed class YieldBody : YieldWorkload<ValueTaskAwaiter>
    {
        protected override ValueTaskAwaiter Start() => Loop().GetAwaiter();

        protected override long Take(ref ValueTaskAwaiter awaiter)
        {
            awaiter.GetResult();
            return YieldSum.Take();
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask Loop()
        {
            for (int number = 0; number < Operations; number++)
            {
                await Operation(number);
            }
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
        private static async ValueTask Operation(int number)
        {
            await Task.Yield();
            await Task.Yield();
            YieldSum.Add(number);
        }
    }

    /// <summary>The same with a result.</summary>
    private sealed class YieldBodyT : YieldWorkload<ValueTaskAwaiter<long>>
    {
        protected override ValueTaskAwaiter<long> Start() => Loop().GetAwaiter();

        protected override long Take(ref ValueTaskAwaiter<long> awaiter) => awaiter.GetResult();

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        private static async ValueTask<long> Loop()
        {
            long sum = 0;
            for (int number = 0; number < Operations; number++)
            {
                sum += await Operation(number - 1, 1);
            }

            return sum;
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        private static async ValueTask<int> Operation(int left, int right)
        {
            int sum = left;
            await Task.Yield();
            sum += right;
            await Task.Yield();
            return sum;
        }
    }
#endif
}
