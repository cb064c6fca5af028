#if Peer_PooledAwait
extern alias OriginalPooledAwait;
#endif

using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
#if Peer_PooledAwait
using OriginalPooledAwait::PooledAwait;
using ObjectSource = OriginalPooledAwait::PooledAwait.PooledValueTaskSource<object>;
using Source = OriginalPooledAwait::PooledAwait.PooledValueTaskSource<int>;
using VectorSource = OriginalPooledAwait::PooledAwait.PooledValueTaskSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = OriginalPooledAwait::PooledAwait.PooledValueTaskSource;
#endif

namespace AsyncBenchmarks.Libraries;

/// <summary>The original PooledAwait, whose types have the names of this repository's.</summary>
internal sealed class PooledAwaitOriginalLibrary() : Row(
    Library.OfPackage("PooledAwait", "PooledAwait-1.0.49", "ExecutionContext does not flow."),
    YieldCategory.Task,
    YieldCategory.TaskT,
    YieldCategory.ValueTask,
    YieldCategory.ValueTaskT)
{
#if Peer_PooledAwait
    private const string NoContinuations = "PooledAwait 1.0.49 has no continuation method.";

    protected override string Otherwise => "PooledAwait 1.0.49 has no combinators.";

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => Availability.No(NoContinuations);

    public override Availability Yield(YieldCategory category) => category switch
    {
        YieldCategory.Task => Availability.Of(static () => new YieldTaskBody()),
        YieldCategory.TaskT => Availability.Of(static () => new YieldTaskBodyT()),
        YieldCategory.ValueTask => Availability.Of(static () => new YieldBody()),
        _ => Availability.Of(static () => new YieldBodyT()),
    };

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? Availability.No(NoContinuations)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) =>
        work.With<Body, Source, ValueTask<int>>().OverflowsIn(work).OverflowsOnMonoIn(work, links: 10_000);

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly struct Body : INestedBody, IOperations<Source, ValueTask<int>>, IAwaitRounds<VoidSource, VectorSource, ObjectSource>
    {
        private static readonly PendingStack<VoidSource> s_pending = new();

        public Source Create() => Source.Create();
        public VoidSource CreateVoid() => VoidSource.Create();
        public VectorSource CreateVector() => VectorSource.Create();
        public ObjectSource CreateObject() => ObjectSource.Create();

        public ValueTask<int> TaskOf(Source source) => source.Task;
        public void Complete(Source source, int value) => source.SetResult(value);
        public void Complete(VoidSource source) => source.SetResult();
        public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);
        public void Complete(ObjectSource source, object value) => source.SetResult(value);
        public void Fail(Source source, Exception exception) => source.SetException(exception);
        public void Cancel(Source source) => source.SetCanceled();

        public void CompletePending() => s_pending.CompleteAll<Body>();

        // It recycles what was awaited and has no Forget. A method that returns FireAndForget, and awaits, costs more.
        public void Execute() => ResultTaker.Forget(ExecuteAsync());

        public ValueTask<int> Link(ValueTask<int> previous) => AwaitAndAdd(previous);

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

        private static ValueTask GetBase() => BaseOperations.ArePending
            ? s_pending.Push(VoidSource.Create()).Task
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

        // The original's sources hand out ValueTasks only, and its own task converts to one.
        private static async PooledValueTask<int> AwaitAndAdd(ValueTask<int> previous) => await previous + 1;

        private static async PooledValueTask AwaitAndCount(ValueTask<int> last, Tally tally) => tally.Add(await last);

        private static async PooledValueTask AwaitAndCatch(ValueTask<int> last, Tally tally)
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

        private static async PooledValueTask AwaitAndWatch(ValueTask<int> last, AsyncLocal<int> local, Tally tally)
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
                await sources.Voids[index].Task;
                RoundTally.Add();
                RoundTally.Add(await sources.Vectors[index].Task);
                RoundTally.Add(await sources.Objects[index].Task);
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
    private sealed class YieldBody : YieldWorkload<ValueTaskAwaiter>
    {
        protected override ValueTaskAwaiter Start() => Loop().GetAwaiter();

        protected override long Take(ref ValueTaskAwaiter awaiter)
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
    private sealed class YieldBodyT : YieldWorkload<ValueTaskAwaiter<long>>
    {
        protected override ValueTaskAwaiter<long> Start() => Loop().GetAwaiter();

        protected override long Take(ref ValueTaskAwaiter<long> awaiter) => awaiter.GetResult();

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
#endif
}
