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

    /// <summary>While the object's next user waits, when its result is there, and when that was taken.</summary>
    [Theory]
    [Booleans]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void StaleHandle_EveryOperation_ThrowsAndTheNextUserIsUnharmed(bool hasResult)
    {
        // The types with and without a result have no type in common, and the same members.
        dynamic stale = Create();
        dynamic task = stale.PooledTask;
        Complete(stale);
        Take(task);
        dynamic next = Create();
        Operation operation = task._operation;
        short token = task._token;
        Assert.Same(operation, next.PooledTask._operation);
        Check();
        Assert.True(next.IsValid);
        Complete(next);
        Check();
        Take(next.PooledTask);
        Check();

        void Check()
        {
            Assert.False(operation.IsCurrent(token));
            Assert.False(
                stale.IsValid || TrySet() || stale.TrySetException(new TestException()) || stale.TrySetCanceled());
            Action[] uses =
            [
                () => _ = task.IsCompleted,
                () => task.GetAwaiter().GetResult(),
                () => task.Forget(),
                () => task.GetAwaiter().OnCompleted(s_unexpected),
                () => task.GetAwaiter().UnsafeOnCompleted(s_unexpected),
                () => Awaiting.Pass(task).GetAwaiter().GetResult(),
                () => AwaitInTask(task).GetAwaiter().GetResult(),
                () => Awaiting.Pass(task.AsValueTask()).GetAwaiter().GetResult(),
                () => task.AsTask().GetAwaiter().GetResult(),
                () => task.Preserve().GetAwaiter().GetResult(),
                () => _ = task.AsValueTask().IsCompleted,
                () => Then(task).GetAwaiter().GetResult(),
                () => operation.GetStatus(token),
                () => operation.OnCompleted(
                    static _ => s_unexpected(), null, token, ValueTaskSourceOnCompletedFlags.FlowExecutionContext),
            ];
            Assert.All(uses, static use => Assert.Throws<InvalidOperationException>(use));
        }

        object Create() => hasResult ? PooledValueTaskSource<int>.Create() : PooledValueTaskSource.Create();

        bool TrySet() => hasResult ? stale.TrySetResult(2) : stale.TrySetResult();
    }

    private static void Complete(PooledValueTaskSource source) => source.SetResult();

    private static void Complete(PooledValueTaskSource<int> source) => source.SetResult(1);

    private static void Take(PooledValueTask task) => task.GetAwaiter().GetResult();

    private static void Take(PooledValueTask<int> task) => Assert.Equal(1, task.GetAwaiter().GetResult());

    private static async Task AwaitInTask(PooledValueTask task) => await task;

    private static async Task<int> AwaitInTask(PooledValueTask<int> task) => await task;

    private static PooledValueTask Then(PooledValueTask task) => task.Then(s_unexpected);

    private static PooledValueTask Then(PooledValueTask<int> task) => task.Then(static _ => s_unexpected());
}
