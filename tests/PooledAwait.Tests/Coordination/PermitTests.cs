namespace PooledAwait.Tests.Coordination;

/// <summary>The lock, the semaphore and the event: order, limits, cancellation, timeouts, misuse.</summary>
public sealed class PermitTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(1);

    [Fact]
    public void Lock_Released_RunsNoCodeOfTheNextOwner() => Watchdog.Run(() =>
    {
        PooledLock gate = new();
        gate.TryEnter(out PooledLock.Releaser first);
        int releasing = 0;
        Task<bool> waiter = WaitAsync().AsValueTask().AsTask();
        Volatile.Write(ref releasing, Environment.CurrentManagedThreadId);
        first.Dispose();
        Volatile.Write(ref releasing, 0);
        Assert.False(waiter.GetAwaiter().GetResult());

        async PooledValueTask<bool> WaitAsync()
        {
            using (await gate.EnterAsync())
            {
                return Volatile.Read(ref releasing) == Environment.CurrentManagedThreadId;
            }
        }
    });

    [Fact]
    public void Semaphore_ReleasedTwoHundredMillionTimesAtOnce_TakesNoSteps()
    {
        const int Many = 200_000_000;
        PooledSemaphore semaphore = new(0);
        PooledValueTask waiter = semaphore.WaitAsync();
        Stopwatch elapsed = Stopwatch.StartNew();
        semaphore.Release(Many);
        Assert.InRange(elapsed.ElapsedMilliseconds, 0, 200);
        Assert.True(waiter.IsCompletedSuccessfully);
        waiter.GetAwaiter().GetResult();
        Assert.Equal(Many - 1, semaphore.CurrentCount);
    }

    [Fact]
    public void Uncontended_Warm_AllocateNothing()
    {
        PooledLock gate = new();
        PooledSemaphore semaphore = new(1);
        PooledAutoResetEvent signal = new();
        using CancellationTokenSource cancellation = new();
        Assert.Equal(0, Bytes.PerUse(() =>
        {
            gate.EnterAsync(s_long, cancellation.Token).GetAwaiter().GetResult().Dispose();
            semaphore.WaitAsync(cancellation.Token).GetAwaiter().GetResult();
            semaphore.Release();
            signal.Set();
            signal.WaitAsync(cancellation.Token).GetAwaiter().GetResult();
        }));
    }
}
