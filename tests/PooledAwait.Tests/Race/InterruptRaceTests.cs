using System;
using System.Threading;

namespace PooledAwait.Tests.Race;

/// <summary>Threads that are interrupted while they complete: between a claim and its publication nothing throws.</summary>
public class InterruptRaceTests
{
    [Fact]
    public void ResultOfAnInterruptedThreadAgainstCancellation_OneWinsAndTheAwaiterGetsItsOutcome()
    {
        CancellationTokenSource? cancellation = null;
        PooledValueTaskSource<int> source = default;
        PooledValueTask<int> awaiting = default;
        bool won = false;
        Duel.Run(
            Rounds.Of(20_000, 1_000_000),
            prepare: _ =>
            {
                cancellation = new CancellationTokenSource();
                source = PooledValueTaskSource<int>.Create(cancellation.Token);
                awaiting = Pass(source.PooledTask);
            },
            left: round =>
            {
                Thread.CurrentThread.Interrupt();
                won = source.TrySetResult(round);
                Assert.Throws<ThreadInterruptedException>(static () => Thread.Sleep(Timeout.Infinite));
            },
            right: _ => cancellation!.Cancel(),
            check: round =>
            {
                Assert.True(awaiting.IsCompleted);
                if (won)
                {
                    Assert.Equal(round, awaiting.Result);
                }
                else
                {
                    Assert.ThrowsAny<OperationCanceledException>(() => awaiting.Result);
                }

                cancellation!.Dispose();
            });
    }

    [Fact]
    public void EndQuietly_WhileTheCallbackRunsElsewhere_NeitherThrowsNorLosesTheInterruption() => Watchdog.Run(static () =>
    {
        using CancellationTokenSource cancellation = new();
        using ManualResetEventSlim isInside = new();
        using ManualResetEventSlim mayEnd = new();
        CancellationTokenRegistration registration = CancellationCallbacks.Register(
            _ =>
            {
                isInside.Set();
                mayEnd.Wait();
            },
            cancellation,
            cancellation.Token);
        Thread canceling = new(cancellation.Cancel);
        canceling.Start();
        isInside.Wait();

        Exception? ending = null;
        Exception? next = null;
        Thread thread = new(() =>
        {
            Thread.CurrentThread.Interrupt();
            ending = Record.Exception(() => CancellationCallbacks.EndQuietly(registration));
            next = Record.Exception(static () => Thread.Sleep(Timeout.Infinite));
        });
        thread.Start();
        thread.Join();
        mayEnd.Set();
        canceling.Join();

        Assert.Null(ending);
        Assert.IsType<ThreadInterruptedException>(next);
    });

    [Fact]
    public void SpinOnce_OfAThreadThatIsInterrupted_GoesOnAndLeavesTheInterruptionToTheNextWait() => Watchdog.Run(static () =>
    {
        Exception? inside = null;
        Exception? next = null;
        Thread thread = new(() =>
        {
            Thread.CurrentThread.Interrupt();
            inside = Record.Exception(static () =>
            {
                UninterruptedWait wait = default;
                for (int i = 0; i < 200; i++)
                {
                    wait.SpinOnce(); // sleeps after some rounds
                }

                wait.End();
            });
            next = Record.Exception(static () => Thread.Sleep(Timeout.Infinite));
        });
        thread.Start();
        thread.Join();

        Assert.Null(inside);
        Assert.IsType<ThreadInterruptedException>(next);
    });

    private static async PooledValueTask<int> Pass(PooledValueTask<int> task) => await task;
}
