namespace PooledAwait.Tests.Tasks;

/// <summary>The rule of one await, and blocking.</summary>
public class SingleUseTests
{
    private static readonly Action s_unexpected = static () => throw new TestException("a stale handle's continuation was called");

    [Fact]
    public void OnCompleted_AfterCompletion_CallsBackFromElsewhere()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.SetResult(1);
        int thread = 0;
        using ManualResetEventSlim called = new();
        source.PooledTask.GetAwaiter().OnCompleted(() =>
        {
            thread = Environment.CurrentManagedThreadId;
            called.Set();
        });
        Watchdog.WaitFor(() => called.IsSet, "the callback");
        Assert.NotEqual(Environment.CurrentManagedThreadId, thread);
        Assert.Equal(1, source.PooledTask.Result);
    }

    [Fact]
    public void GetResult_PendingAndASecondThreadBlocksToo_SecondThrowsAndNobodySleepsOn() => Watchdog.Run(() =>
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask task = source.PooledTask;
        Exception? unexpected = null;
        Thread first = new(() => unexpected = Record.Exception(() => task.GetAwaiter().GetResult()));
        first.Start();
        Watchdog.WaitFor(() => task._operation!.Describe(task._token) == "Pending, awaited", "the first thread to block");
        Assert.Throws<InvalidOperationException>(() => task.GetAwaiter().GetResult());
        source.SetResult();
        first.Join();
        Assert.Null(unexpected);
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void StaleHandle_EveryOperation_ThrowsAndTheNextUserIsUnharmed()
    {
        PooledValueTaskSource stale = PooledValueTaskSource.Create();
        PooledValueTask task = stale.PooledTask;
        stale.SetResult();
        task.GetAwaiter().GetResult();
        PooledValueTaskSource next = PooledValueTaskSource.Create();
        AssertStale(
            task._operation!,
            task._token,
            () => Assert.True(next.IsValid && next.PooledTask == new PooledValueTask(task._operation!, next.PooledTask._token)),
            next.SetResult,
            () => next.PooledTask.GetAwaiter().GetResult(),
            () => Assert.False(
                stale.IsValid || stale.TrySetResult() || stale.TrySetException(new TestException()) || stale.TrySetCanceled()),
            [
                () => _ = task.IsCompleted,
                () => task.GetAwaiter().GetResult(),
                task.Forget,
                () => task.GetAwaiter().OnCompleted(s_unexpected),
                () => task.GetAwaiter().UnsafeOnCompleted(s_unexpected),
                () => Await(task).GetAwaiter().GetResult(),
                () => AwaitInTask(task).GetAwaiter().GetResult(),
                () => AwaitValueTask(task).GetAwaiter().GetResult(),
                () => task.AsTask().GetAwaiter().GetResult(),
                () => task.Preserve().GetAwaiter().GetResult(),
                () => _ = task.AsValueTask().IsCompleted,
                () => task.Then(s_unexpected).GetAwaiter().GetResult(),
            ]);

        static async PooledValueTask Await(PooledValueTask task) => await task;
        static async Task AwaitInTask(PooledValueTask task) => await task;
        static async PooledValueTask AwaitValueTask(ValueTask task) => await task;
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void StaleHandleWithResult_EveryOperation_ThrowsAndTheNextUserIsUnharmed()
    {
        PooledValueTaskSource<int> stale = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = stale.PooledTask;
        stale.SetResult(1);
        Assert.Equal(1, task.GetAwaiter().GetResult());
        PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create();
        AssertStale(
            task._operation!,
            task._token,
            () => Assert.True(next.IsValid && next.PooledTask == new PooledValueTask<int>(task._operation!, 0, next.PooledTask._token)),
            () => next.SetResult(2),
            () => Assert.Equal(2, next.PooledTask.GetAwaiter().GetResult()),
            () => Assert.False(
                stale.IsValid || stale.TrySetResult(1) || stale.TrySetException(new TestException()) || stale.TrySetCanceled()),
            [
                () => _ = task.IsCompleted,
                () => task.GetAwaiter().GetResult(),
                task.Forget,
                () => task.GetAwaiter().OnCompleted(s_unexpected),
                () => task.GetAwaiter().UnsafeOnCompleted(s_unexpected),
                () => Await(task).GetAwaiter().GetResult(),
                () => AwaitInTask(task).GetAwaiter().GetResult(),
                () => AwaitValueTask(task).GetAwaiter().GetResult(),
                () => task.AsTask().GetAwaiter().GetResult(),
                () => task.Preserve().GetAwaiter().GetResult(),
                () => _ = task.AsValueTask().IsCompleted,
                () => task.Then(_ => s_unexpected()).GetAwaiter().GetResult(),
            ]);

        static async PooledValueTask<int> Await(PooledValueTask<int> task) => await task;
        static async Task<int> AwaitInTask(PooledValueTask<int> task) => await task;
        static async PooledValueTask<int> AwaitValueTask(ValueTask<int> task) => await task;
    }

    /// <summary>While the object's next user waits, when its result is there, and when that was taken.</summary>
    private static void AssertStale(
        Operation operation, short token, Action checkNext, Action completeNext, Action consumeNext, Action trySet, Action[] uses)
    {
        checkNext();
        Check();
        checkNext();
        completeNext();
        Check();
        consumeNext();
        Check();

        void Check()
        {
            Assert.False(operation.IsCurrent(token));
            trySet();
            Assert.All(uses, static use => Assert.Throws<InvalidOperationException>(use));
            Assert.Throws<InvalidOperationException>(() => operation.GetStatus(token));
            Assert.Throws<InvalidOperationException>(() => operation.OnCompleted(
                static _ => s_unexpected(), null, token, ValueTaskSourceOnCompletedFlags.FlowExecutionContext));
        }
    }
}
