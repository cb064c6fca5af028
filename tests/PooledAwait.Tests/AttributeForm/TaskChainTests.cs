namespace PooledAwait.Tests.AttributeForm;

/// <summary>Task methods that await each other's Tasks: the trampoline resumes one after the other.</summary>
public class TaskChainTests
{
    [Theory]
    [Trait(FlowMode.Needs, FlowMode.PrivateMembers)]
    [InlineData(false)]
    [InlineData(true)]
    public void Chain_OfAnyLength_CompletesOnTheCompletersStack(bool fails)
    {
        // A stack trace has a line for each method that fails.
        int links = fails ? 3_000 : 50_000;
        Watchdog.Run(
            () =>
            {
                TaskCompletionSource<int> source = new();
                Task<int> last = source.Task;
                for (int i = 0; i < links; i++)
                {
                    last = Add(last);
                }

                if (fails)
                {
                    source.SetCanceled();
                }
                else
                {
                    source.SetResult(1);
                }

                Assert.Equal(fails ? TaskStatus.Canceled : TaskStatus.RanToCompletion, last.Status);
                Assert.True(fails || last.Result == links + 1);
            },
            stackSize: Watchdog.TinyStack);
    }

    [Fact]
    public void Method_ResumedByAnotherMethodsTask_RunsInNoTask() => Watchdog.Run(static () =>
    {
        // A pooled source resumes its awaiter inside the Task that completes it. The framework hides that from the awaiter of a Task.
        List<int?> ids = [];
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        Task second = Second(First(source.PooledTask, ids), ids);
        Task.Run(() => source.SetResult(1)).Wait();
        second.Wait();

        Assert.NotNull(ids[0]);
        Assert.Null(ids[1]);

        [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
        static async Task<int> First(PooledValueTask<int> task, List<int?> ids)
        {
            int value = await task;
            ids.Add(Task.CurrentId);
            return value;
        }

        [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
        static async Task Second(Task<int> task, List<int?> ids)
        {
            await task;
            ids.Add(Task.CurrentId);
        }
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Flow)]
    public void Methods_OfAChain_KeepTheirAsyncLocals() => Watchdog.Run(static () =>
    {
        AsyncLocal<int> local = new();
        TaskCompletionSource<int> source = new();
        Task<int>[] tasks = new Task<int>[10];
        for (int i = 0; i < tasks.Length; i++)
        {
            local.Value = i;
            tasks[i] = Check(i == 0 ? source.Task : tasks[i - 1], local);
        }

        local.Value = -1;
        source.SetResult(0);

        Assert.Equal(-1, local.Value);
        Assert.Equal(Enumerable.Range(0, tasks.Length), tasks.Select(static task => task.Result));

        [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
        static async Task<int> Check(Task<int> before, AsyncLocal<int> local)
        {
            await before;
            int value = local.Value;
            local.Value = 100 + value;
            return value;
        }
    });

    [Fact]
    public void Thread_ThatHasDeferredABox_ForgetsItForNoOther() => Watchdog.Run(static () =>
    {
        ThreadState thread = ThreadState.Current;
        Waiter first = new(), second = new();
        thread.ExpectContinuation(first);
        Assert.False(thread.TryDefer(second));
        Assert.True(thread.TryDefer(first));
        Assert.False(thread.TryDefer(first));

        // Another continuation of the Task, which some thread has just added, may complete other Tasks.
        thread.ExpectContinuation(second);
        Assert.False(thread.TryDefer(second));
        thread.ExpectContinuation(null);
        thread.ExpectContinuation(null);

        Assert.Same(first, thread.TakeDeferred());
        Assert.Null(thread.TakeDeferred());

        thread.ExpectContinuation(second);
        thread.ExpectContinuation(null);
        Assert.False(thread.TryDefer(second));
    });

    [Fact]
    public void Task_ThatIsCompletedByHand_ResumesItsAwaiterAtOnce() => Watchdog.Run(static () =>
    {
        TaskCompletionSource first = new(), second = new();
        PooledAsyncTaskMethodBuilder<int> suspended = default;
        MachineByHand machine = new()
        {
            Builder = PooledAsyncTaskMethodBuilder<int>.Create(),
            Awaited = [first.Task, second.Task],
            Resumed = builder => suspended = builder,
        };
        machine.Builder.Start(ref machine);
        Task<int> awaiter = Add(machine.Builder.Task);
        first.SetResult();
        suspended.SetResult(5);

        Assert.Equal(FrameworkBoxes.AreRecognized, awaiter.IsCompleted);
        Assert.Equal(6, awaiter.GetAwaiter().GetResult());
    });

    [Fact]
    public void Task_ThatGetsContinuationsWhileItCompletes_RunsAllOfThem()
    {
        Duel.Run(20_000, (round, race) =>
        {
            PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
            Task<int> task = Wait(source.PooledTask);
            Task before = Chain(task), during = task;
            race(() => source.SetResult(round), () => during = Chain(task));

            Task.WaitAll(before, during);
        });

        [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
        static async Task<int> Wait(PooledValueTask<int> task) => await task;

        static Task Chain(Task<int> task) => Add(Add(Add(task)));
    }

    [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder<>))]
    private static async Task<int> Add(Task<int> task) => await task.ConfigureAwait(false) + 1;

    private sealed class Waiter : IWaiter;

    /// <summary>A method that awaits two Tasks, and hands out its builder between them.</summary>
    private struct MachineByHand : IAsyncStateMachine
    {
        internal PooledAsyncTaskMethodBuilder<int> Builder;
        internal Task[] Awaited;
        internal Action<PooledAsyncTaskMethodBuilder<int>> Resumed;
        private int _state;

        public void MoveNext()
        {
            if (_state == 1)
            {
                Resumed(Builder);
            }

            if (_state < 2)
            {
                TaskAwaiter awaiter = Awaited[_state++].GetAwaiter();
                Builder.AwaitUnsafeOnCompleted(ref awaiter, ref this);
            }
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
