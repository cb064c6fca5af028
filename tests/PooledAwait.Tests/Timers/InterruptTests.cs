using System;
using System.Threading;

namespace PooledAwait.Tests.Timers;

/// <summary>An interrupt of a thread that completes a timed operation is for that thread's own next wait, and loses nothing.</summary>
public sealed class InterruptTests
{
    [Fact]
    public void Uninterrupted_RunsToTheEndAndKeepsTheInterrupt() => Watchdog.Run(() =>
    {
        int runs = 0;
        Uninterrupted.Run(
            _ =>
            {
                if (++runs < 3)
                {
                    throw new ThreadInterruptedException();
                }
            },
            0);
        Assert.Equal(3, runs);
        Assert.Throws<ThreadInterruptedException>(() => Thread.Sleep(1));
        Uninterrupted.Run(static _ => { }, 0);
        Thread.Sleep(1);
    });

    [Fact]
    public void Uninterrupted_AnotherException_KeepsTheInterruptToo() => Watchdog.Run(() =>
    {
        int runs = 0;
        Assert.Throws<TestException>(() => Uninterrupted.Run(
            _ => throw (++runs == 1 ? new ThreadInterruptedException() : new TestException()),
            0));
        Assert.Throws<ThreadInterruptedException>(() => Thread.Sleep(1));
    });

    [Fact]
    public void WaitAsync_CompleterInterruptedWhileTheCancellationRuns_KeepsTheOutcomeAndTheInterrupt()
    {
        PooledValueTaskSource<int> source = default;
        PooledValueTask<int> wait = default;
        CancellationTokenSource cancellation = new();
        Duel.Run(
            Rounds.Of(100_000, 1_000_000),
            prepare: _ =>
            {
                cancellation = new CancellationTokenSource();
                source = PooledValueTaskSource<int>.Create();
                wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), cancellation.Token);
            },
            left: round =>
            {
                Thread.CurrentThread.Interrupt();
                Assert.True(source.TrySetResult(round));
                Assert.Throws<ThreadInterruptedException>(() => Thread.Sleep(1));
            },
            right: _ => cancellation.Cancel(),
            check: round =>
            {
                Assert.True(wait.GetAwaiter().IsCompleted);
                try
                {
                    Assert.Equal(round, wait.GetAwaiter().GetResult());
                }
                catch (OperationCanceledException)
                {
                    // The cancellation was first.
                }
            },
            pending: () => "a wait");
    }

    /// <summary>The callback is not waited for, so it may come during the next use.</summary>
    [Fact]
    public void CancellationThatIsLate_EndsNoLaterUse()
    {
        using CancellationTokenSource cancellation = new();
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> wait = source.PooledTask.WaitAsync(cancellation.Token);
        ((TimedOperation<int>)wait._operation!).OnCanceled();
        Assert.False(wait.GetAwaiter().IsCompleted);
        source.SetResult(1);
        Assert.Equal(1, wait.GetAwaiter().GetResult());
    }
}
