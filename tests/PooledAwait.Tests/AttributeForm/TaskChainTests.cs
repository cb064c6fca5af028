using PooledAwait.Tests.MethodBuilders;

namespace PooledAwait.Tests.AttributeForm;

/// <summary>Task methods that await each other's Tasks: the trampoline resumes one after the other.</summary>
public class TaskChainTests
{
    [Theory]
    [Trait(FlowMode.Needs, FlowMode.PrivateMembers)]
    [Booleans]
    public void Chain_OfAnyLength_CompletesOnTheCompletersStack(bool fails)
    {
        // A stack trace has a line for each method that fails.
        int links = fails ? 3_000 : 50_000;
        Watchdog.Run(Watchdog.TinyStack, () =>
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
        });
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
        ByHand<PooledAsyncTaskMethodBuilder<int>> machine = new((ref method, step) =>
        {
            if (step == 1)
            {
                suspended = method.Builder;
            }

            if (step < 2)
            {
                method.Await((step == 0 ? first : second).Task.GetAwaiter());
            }
        });
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

    private sealed class Waiter() : Operation(OperationPool.None);
}
