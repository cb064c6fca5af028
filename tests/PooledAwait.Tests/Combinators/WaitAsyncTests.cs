namespace PooledAwait.Tests.Combinators;

/// <summary>What WaitAsync does beside its outcome.</summary>
public sealed class WaitAsyncTests
{
    [Fact]
    public void WaitAsync_ClockThatThrows_FailsWithItsExceptionAndConsumes() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = source.PooledTask;
        ManualTimeProvider clock = new() { Creating = static () => throw new TestException() };
        PooledValueTask<int> wait = task.WaitAsync(TimeSpan.FromSeconds(1), clock);
        Assert.Throws<TestException>(() => wait.GetAwaiter().GetResult());
        source.SetResult(1);
        Assert.False(task._operation!.IsCurrent(task._token));
    });

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void WaitAsync_TimeOverDuringTheCall_LeavesNoRegistrationBehind() => Watchdog.Run(() =>
    {
        using CancellationTokenSource cancellation = new();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        ManualTimeProvider clock = new() { IsHasty = true };
        PooledValueTask<int> wait = source.PooledTask.WaitAsync(TimeSpan.FromSeconds(1), clock, cancellation.Token);
        Assert.Throws<TimeoutException>(() => wait.GetAwaiter().GetResult());

        // The same object serves the next, which has nothing to do with the token.
        PooledValueTaskSource<int> nextSource = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> next = nextSource.PooledTask.WaitAsync(TimeSpan.FromHours(1));
        Assert.Same(wait._operation, next._operation);
        cancellation.Cancel();
        Assert.False(next.GetAwaiter().IsCompleted);
        source.SetResult(1);
        nextSource.SetResult(2);
        Assert.Equal(2, next.GetAwaiter().GetResult());
    });

    [Fact]
    public void WaitAsync_CanceledWhileItsTimerIsMade_LeavesNoTimer() => Watchdog.Run(() =>
    {
        using CancellationTokenSource cancellation = new();
        ManualTimeProvider clock = new() { Creating = cancellation.Cancel };
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), clock, cancellation.Token);
        Assert.ThrowsAny<OperationCanceledException>(() => wait.GetAwaiter().GetResult());
        Assert.Equal(0, clock.Timers);
        source.SetResult(1);
    });

    [Fact]
    public void WaitAsync_AwaitedElsewhere_IsAClearError() => Watchdog.Run(() =>
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        source.PooledTask.Forget();
        PooledValueTask<int> wait = source.PooledTask.WaitAsync(TimeSpan.FromSeconds(100));
        Assert.Throws<InvalidOperationException>(() => wait.GetAwaiter().GetResult());
        source.SetResult(1);
    });

    [Fact]
    public void WaitAsync_Abandoned_DoesNotKeepTheOperationAliveAfterItsTime() => Garbage.AssertCollected(static () =>
    {
        object result = new();
        PooledValueTaskSource<object> source = PooledValueTaskSource<object>.Create();
        _ = source.PooledTask.WaitAsync(TimeSpan.FromHours(1));
        source.SetResult(result);
        return [result];
    });
}
