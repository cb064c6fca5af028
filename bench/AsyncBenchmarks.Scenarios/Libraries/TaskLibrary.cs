using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Scenarios;
using ObjectSource = System.Threading.Tasks.TaskCompletionSource<object>;
using Source = System.Threading.Tasks.TaskCompletionSource<int>;
using VectorSource = System.Threading.Tasks.TaskCompletionSource<AsyncBenchmarks.Bodies.Vector4>;
using VoidSource = System.Threading.Tasks.TaskCompletionSource<bool>;

namespace AsyncBenchmarks.Libraries;

/// <summary>System.Threading.Tasks.Task. Also compiled for runtime-async.</summary>
internal sealed class TaskLibrary : Row
{
    // ContinueWith runs inline only when it is told to.
    private const TaskContinuationOptions Inline = TaskContinuationOptions.ExecuteSynchronously;

    public TaskLibrary()
        : base(Library.OfRuntime("Task", missing: null), YieldCategory.Task, YieldCategory.TaskT)
    {
        IsBaselineOfYield = true;
        IsBaseline = true;
    }

    public override Availability AsyncAwait(bool pending) => NestedWorkload<Body>.With(pending);
    public override Availability ContinueWith(bool pending) => NestedWorkload<ChainedBody<Body>>.With(pending);

    public override Availability Yield(YieldCategory category) => category == YieldCategory.Task
        ? Availability.Of(static () => new YieldBody())
        : Availability.Of(static () => new YieldBodyT());

    public override Availability WhenAll(int inputs) => Availability.Of(() => new WhenAllBody(inputs));
    public override Availability WhenAny(int inputs) => Availability.Of(() => new WhenAnyBody(inputs));

    public override Availability WaitAsync(WaitLimit limit) =>
#if NET
        Availability.Of(() => new WaitAsyncBody(limit));
#else
        Availability.No("This runtime's Task has no WaitAsync.");
#endif

    public override Availability Rounds(RoundsWork work) => work.IsChain
        ? work.WithChain<Body, VoidSource, VectorSource, ObjectSource, Task<object>>().OverflowsOnMonoIn(work)
        : work.WithAwait<Body, VoidSource, VectorSource, ObjectSource>();

    public override Availability Operations(OperationsWork work) =>
        work.With<Body, Source, Task<int>>().OverflowsOnMonoIn(work, links: 100_000);

    /// <summary>The graphs, the operations and the rounds.</summary>
    private readonly struct Body : INestedBody, IChainedBody, IOperations<Source, Task<int>>,
        IAwaitRounds<VoidSource, VectorSource, ObjectSource>,
        IChainSteps<VoidSource, VectorSource, ObjectSource, Task<object>>
    {
        private static readonly PendingStack<VoidSource> s_pending = new();
        private static readonly RoundSources<VoidSource, VectorSource, ObjectSource> s_sources = new();
        private static readonly Task<Vector4> s_vector = Task.FromResult(RoundTally.Vector);
        private static readonly Task<object> s_object = Task.FromResult(RoundTally.Object);

        public RoundSources<VoidSource, VectorSource, ObjectSource> Sources => s_sources;

        public Source Create() => new();
        public VoidSource CreateVoid() => new();
        public VectorSource CreateVector() => new();
        public ObjectSource CreateObject() => new();

        public Task<int> TaskOf(Source source) => source.Task;
        public void Complete(Source source, int value) => source.SetResult(value);
        public void Complete(VoidSource source) => source.SetResult(true);
        public void Complete(VectorSource source, Vector4 value) => source.SetResult(value);
        public void Complete(ObjectSource source, object value) => source.SetResult(value);
        public void Fail(Source source, Exception exception) => source.SetException(exception);
        public void Cancel(Source source) => source.SetCanceled();

        public void CompletePending() => s_pending.CompleteAll<Body>();
        public void Execute() => _ = ExecuteAsync();
        public void ExecuteChain() => _ = ChainAsync();

        public async Task<int> Link(Task<int> previous) => await previous + 1;

        public void Count(Task<int> last, Tally tally) => _ = AwaitAndCount(last, tally);
        public void Catch(Task<int> last, Tally tally) => _ = AwaitAndCatch(last, tally);
        public void Watch(Task<int> last, AsyncLocal<int> local, Tally tally) => _ = AwaitAndWatch(last, local, tally);

        public void StartPending()
        {
            _ = WaitForGate();
            _ = VectorBehindGate();
            _ = ObjectBehindGate();
        }

        public void StartResolved()
        {
            _ = Nothing();
            _ = Vector();
            _ = Object();
        }

        public void AwaitPending(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds) =>
            _ = AwaitAll(sources, first, rounds);

        public void AwaitResolved(int rounds) => _ = AwaitAll(rounds);

        public Task<object> TaskOf(ObjectSource root) => root.Task;
        public void Forget(Task<object> last) => _ = last;

        public Task<object> FromValue(Task<object> last) => last
            .ContinueWith(static previous => RoundTally.Add(previous.Result), Inline)
            .ContinueWith(static _ => RoundTally.Then(RoundTally.Vector), Inline)
            .ContinueWith(static previous => RoundTally.Then(previous.Result, RoundTally.Object), Inline);

        public Task<object> Resolved(Task<object> last) => last
            .ContinueWith(static previous => RoundTally.Then(previous.Result, Task.CompletedTask), Inline).Unwrap()
            .ContinueWith(static _ => RoundTally.Then(s_vector), Inline).Unwrap()
            .ContinueWith(static previous => RoundTally.Then(previous.Result, s_object), Inline).Unwrap();

        public Task<object> Pending(Task<object> last) => last
            .ContinueWith(static previous => RoundTally.Then(previous.Result, (Task)s_sources.NextVoid().Task), Inline).Unwrap()
            .ContinueWith(static _ => RoundTally.Then(s_sources.NextVector().Task), Inline).Unwrap()
            .ContinueWith(static previous => RoundTally.Then(previous.Result, s_sources.NextObject().Task), Inline).Unwrap();

        private static Task GetBase() => BaseOperations.ArePending
            ? s_pending.Push(new VoidSource()).Task
            : Task.CompletedTask;

        private static async Task ExecuteAsync()
        {
            await GetAndConsume<Struct32, object>();
            await GetAndConsume<object, Struct32>();
            Known.Finish();
        }

        private static async Task GetAndConsume<T1, T2>()
        {
            Known.Consume(await GetValue<T1>());
            Known.Consume(await GetValue<T2>());
        }

        private static async Task<T> GetValue<T>()
        {
            await GetBase();
            return Known.Value<T>();
        }

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

        private static async Task AwaitAndCount(Task<int> last, Tally tally) => tally.Add(await last);

        private static async Task AwaitAndCatch(Task<int> last, Tally tally)
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

        private static async Task AwaitAndWatch(Task<int> last, AsyncLocal<int> local, Tally tally)
        {
            await last;
            tally.Add(local.Value);
        }

        private static async Task WaitForGate()
        {
            await Gate.Current;
            RoundTally.Add();
        }

        private static async Task<Vector4> VectorBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Vector);
        }

        private static async Task<object> ObjectBehindGate()
        {
            await Gate.Current;
            return RoundTally.Then(RoundTally.Object);
        }

#pragma warning disable CS1998 // Awaiting nothing is what is measured.
        private static async Task Nothing() => RoundTally.Add();
        private static async Task<Vector4> Vector() => RoundTally.Then(RoundTally.Vector);
        private static async Task<object> Object() => RoundTally.Then(RoundTally.Object);
#pragma warning restore CS1998

        private static async Task AwaitAll(RoundSources<VoidSource, VectorSource, ObjectSource> sources, int first, int rounds)
        {
            for (int index = first; index < first + rounds; index++)
            {
                await sources.Voids[index].Task;
                RoundTally.Add();
                RoundTally.Add(await sources.Vectors[index].Task);
                RoundTally.Add(await sources.Objects[index].Task);
            }
        }

        private static async Task AwaitAll(int rounds)
        {
            for (int round = 0; round < rounds; round++)
            {
                await Task.CompletedTask;
                RoundTally.Add();
                RoundTally.Add(await s_vector);
                RoundTally.Add(await s_object);
            }
        }
    }

    /// <summary>Operations that suspend twice.</summary>
    private sealed class YieldBody : YieldWorkload<TaskAwaiter>
    {
        protected override TaskAwaiter Start() => Loop().GetAwaiter();

        protected override long Take(ref TaskAwaiter awaiter)
        {
            awaiter.GetResult();
            return YieldSum.Take();
        }

        private static async Task Loop()
        {
            for (int number = 0; number < Operations; number++)
            {
                await Operation(number);
            }
        }

        private static async Task Operation(int number)
        {
            await Task.Yield();
            await Task.Yield();
            YieldSum.Add(number);
        }
    }

    /// <summary>The same with a result.</summary>
    private sealed class YieldBodyT : YieldWorkload<TaskAwaiter<long>>
    {
        protected override TaskAwaiter<long> Start() => Loop().GetAwaiter();

        protected override long Take(ref TaskAwaiter<long> awaiter) => awaiter.GetResult();

        private static async Task<long> Loop()
        {
            long sum = 0;
            for (int number = 0; number < Operations; number++)
            {
                sum += await Operation(number - 1, 1);
            }

            return sum;
        }

        private static async Task<int> Operation(int left, int right)
        {
            int sum = left;
            await Task.Yield();
            sum += right;
            await Task.Yield();
            return sum;
        }
    }

    /// <summary>Task.WhenAll.</summary>
    private sealed class WhenAllBody(int inputs) : WhenAllWorkload<Body, Source, Task<int>>(inputs)
    {
        protected override void Wait() => _ = WaitForTasks();

        private async Task WaitForTasks() => Finish(await Task.WhenAll(Tasks));
    }

    /// <summary>Task.WhenAny.</summary>
    private sealed class WhenAnyBody(int inputs) : WhenAnyWorkload<Body, Source, Task<int>>(inputs)
    {
        protected override void Wait() => _ = WaitForTasks();

        private async Task WaitForTasks() => Finish(await await Task.WhenAny(Tasks));
    }

#if NET
    /// <summary>Task.WaitAsync.</summary>
    private sealed class WaitAsyncBody(WaitLimit limit) : WaitWorkload<Body, Source, Task<int>>
    {
        private static readonly CancellationTokenSource s_cancellation = new();

        protected override void Wait() => 
            _ = Wait(limit == WaitLimit.Timeout ? Tasks[0].WaitAsync(s_timeout) : Tasks[0].WaitAsync(s_cancellation.Token));

        private async Task Wait(Task<int> limited) => Finish(await limited);
    }
#endif
}
