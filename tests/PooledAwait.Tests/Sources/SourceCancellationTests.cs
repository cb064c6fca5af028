namespace PooledAwait.Tests.Sources;

public sealed class SourceCancellationTests
{
    [Fact]
    public void Create_WithACanceledToken_IsCanceledFromTheStart() => Watchdog.Run(() =>
    {
        CancellationToken canceled = new(canceled: true);
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create(canceled);

        Assert.True(source.IsValid);
        Assert.False(source.TrySetResult(1));
        Assert.Equal(canceled, Assert.ThrowsAny<OperationCanceledException>(() => source.Task.GetAwaiter().GetResult()).CancellationToken);

        // The object is as good as new.
        using CancellationTokenSource cancellation = new();
        PooledValueTaskSource<int> next = PooledValueTaskSource<int>.Create(cancellation.Token);
        next.SetResult(2);
        Assert.Equal(2, next.Task.Result);
    });

    [Fact]
    public void Registration_EndsBeforeTheSetterReturns() => Watchdog.Run(() =>
    {
        using CancellationTokenSource cancellation = new();

        // Nothing of the token's refers to operations that are complete.
        Garbage.AssertCollected(() =>
        {
            LimitedOperation<string>[] operations = new LimitedOperation<string>[100];
            foreach (ref LimitedOperation<string> operation in operations.AsSpan())
            {
                operation = LimitedOperation<string>.RentStarted(
                    TaskCreationOptions.None, Timeout.Infinite, TimeProvider.System, cancellation.Token);
                Assert.True(operation.TrySucceed(operation.Token, "done")); // never consumed: it doesn't go to the pool
            }

            return operations;
        });
    });

    [Fact]
    public void Continuation_OfACancellation_RunsInsideCancelOrAsynchronously() => Watchdog.Run(() =>
    {
        using CancellationTokenSource cancellation = new();
        PooledValueTaskSource inline = PooledValueTaskSource.Create(cancellation.Token);
        PooledValueTaskSource queued = PooledValueTaskSource.Create(TaskCreationOptions.RunContinuationsAsynchronously, cancellation.Token);
        int inlineThread = 0;
        using ManualResetEventSlim canceled = new();
        using ManualResetEventSlim ran = new();
        inline.Task.GetAwaiter().UnsafeOnCompleted(() => inlineThread = Environment.CurrentManagedThreadId);
        queued.Task.GetAwaiter().UnsafeOnCompleted(() =>
        {
            canceled.Wait(); // would hang inside Cancel
            ran.Set();
        });

        cancellation.Cancel();
        canceled.Set();
        ran.Wait();

        Assert.Equal(Environment.CurrentManagedThreadId, inlineThread);
    });

    [Fact]
    public void Create_WithAClockThatThrows_ThrowsAndLosesNoObject() => Watchdog.Run(() =>
    {
        long rented = Pools.Rented(typeof(Version));

        ManualTimeProvider clock = new() { Creating = static () => throw new TestException() };
        Assert.Throws<TestException>(() => { PooledValueTaskSource<Version>.Create(TimeSpan.FromHours(1), clock); });

        Assert.Equal(rented, Pools.Rented(typeof(Version)));
        using CancellationTokenSource cancellation = new();
        PooledValueTaskSource<Version> source = PooledValueTaskSource<Version>.Create(cancellation.Token);
        Assert.False(source.PooledTask.IsCompleted);
        cancellation.Cancel();
        Assert.Throws<TaskCanceledException>(() => { source.PooledTask.GetAwaiter().GetResult(); });
    });
}
