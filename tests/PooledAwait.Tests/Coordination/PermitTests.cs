using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Coordination;

/// <summary>The lock, the semaphore and the event: order, limits, cancellation, timeouts, misuse.</summary>
public sealed class PermitTests
{
    private static readonly TimeSpan s_short = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task Lock_Free_IsEnteredAtOnce()
    {
        PooledLock gate = new();
        PooledValueTask<PooledLock.Releaser> entering = gate.EnterAsync();
        Assert.True(entering.IsNull);
        using (await entering)
        {
            Assert.True(gate.IsHeld);
            Assert.False(gate.TryEnter(out PooledLock.Releaser none));
            none.Dispose();
        }

        Assert.False(gate.IsHeld);
        Assert.True(gate.TryEnter(out PooledLock.Releaser releaser));
        releaser.Dispose();
    }

    [Fact]
    public void Lock_WithWaiters_IsEnteredInTheOrderOfTheCalls() => Watchdog.Run(() =>
    {
        PooledLock gate = new();
        List<int> order = [];
        gate.TryEnter(out PooledLock.Releaser first);
        Task[] waiters = [.. Enumerable.Range(0, 50).Select(index => EnterAsync(gate, index, order).AsValueTask().AsTask())];
        first.Dispose();
        Task.WhenAll(waiters).GetAwaiter().GetResult();
        Assert.Equal(Enumerable.Range(0, 50), order);

        static async PooledValueTask EnterAsync(PooledLock gate, int index, List<int> order)
        {
            using (await gate.EnterAsync())
            {
                order.Add(index);
                await Task.Yield();
            }
        }
    });

    [Fact]
    public async Task Lock_LeftTwice_ThrowsAndTheNextOwnerKeepsIt()
    {
        PooledLock gate = new();
        PooledLock.Releaser first = await gate.EnterAsync();
        PooledLock.Releaser copy = first;
        first.Dispose();
        using (await gate.EnterAsync())
        {
            Assert.Throws<InvalidOperationException>(copy.Dispose);
            Assert.True(gate.IsHeld);
        }
    }

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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Waiter_Canceled_GetsNoPermitAndTheNextOneDoes(bool isCanceledFirst)
    {
        PooledSemaphore semaphore = new(0);
        using CancellationTokenSource cancellation = new();
        if (isCanceledFirst)
        {
            cancellation.Cancel();
        }

        PooledValueTask canceled = semaphore.WaitAsync(cancellation.Token);
        PooledValueTask next = semaphore.WaitAsync();
        cancellation.Cancel();
        OperationCanceledException exception = await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await canceled);
        Assert.Equal(cancellation.Token, exception.CancellationToken);
        semaphore.Release();
        await next;
        Assert.Equal(0, semaphore.CurrentCount);
    }

    [Fact]
    public async Task Waiter_CanceledToken_TakesNoFreePermit()
    {
        PooledSemaphore semaphore = new(1);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await semaphore.WaitAsync(new CancellationToken(true)));
        Assert.Equal(1, semaphore.CurrentCount);
    }

    [Fact]
    public async Task Waiter_TimedOut_ThrowsAndLeavesThePermitToOthers()
    {
        PooledAutoResetEvent signal = new();
        await Assert.ThrowsAsync<TimeoutException>(async () => await signal.WaitAsync(s_short));
        await Assert.ThrowsAsync<TimeoutException>(async () => await signal.WaitAsync(TimeSpan.Zero));
        signal.Set();
        Assert.True(signal.IsSet);
        await signal.WaitAsync(TimeSpan.Zero);
        Assert.False(signal.IsSet);
    }

    [Fact]
    public void Times_OutOfRange_AreRefused()
    {
        TimeSpan wrong = TimeSpan.FromMilliseconds(-2);
        Assert.Throws<ArgumentOutOfRangeException>("timeout", () => new PooledLock().EnterAsync(wrong));
        Assert.Throws<ArgumentOutOfRangeException>("timeout", () => new PooledSemaphore(1).WaitAsync(wrong));
        Assert.Throws<ArgumentOutOfRangeException>("timeout", () => new PooledAutoResetEvent(true).WaitAsync(wrong));
        Assert.Throws<ArgumentOutOfRangeException>("timeout", () => PooledValueTaskSource.Create(wrong));
    }

    [Theory]
    [InlineData(-1, 1)]
    [InlineData(2, 1)]
    [InlineData(0, 0)]
    public void Semaphore_CountsOutOfRange_AreRefused(int initial, int maximum) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new PooledSemaphore(initial, maximum));

    [Fact]
    public void Semaphore_ReleasedOverItsMaximum_ThrowsAndKeepsItsCount()
    {
        PooledSemaphore semaphore = new(1, 2);
        Assert.Throws<SemaphoreFullException>(() => semaphore.Release(2));
        Assert.Equal(1, semaphore.CurrentCount);
        semaphore.Release();
        Assert.Throws<SemaphoreFullException>(() => semaphore.Release());
        Assert.Throws<ArgumentOutOfRangeException>(() => semaphore.Release(0));
        Assert.Equal(2, semaphore.CurrentCount);
    }

    [Fact]
    public async Task Event_SetTwice_ReleasesOne()
    {
        PooledAutoResetEvent signal = new(initialState: true);
        signal.Set();
        await signal.WaitAsync(s_long);
        Assert.False(signal.IsSet);
        signal.Set();
        signal.Reset();
        Assert.False(signal.IsSet);
    }

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
    public async Task Semaphore_ReleasedOverItsMaximumWithWaiters_ReleasesNone()
    {
        // Both permits, or none: the waiter must not get one of them.
        PooledSemaphore semaphore = new(0, 1);
        PooledValueTask waiter = semaphore.WaitAsync();
        Assert.Throws<SemaphoreFullException>(() => semaphore.Release(2));
        Assert.False(waiter.IsCompleted);
        semaphore.Release();
        await waiter;
        Assert.Equal(0, semaphore.CurrentCount);
    }

    /// <summary>The same commands on SemaphoreSlim: counts, completed waiters and full semaphores are the same at each step.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Semaphore_RandomCommands_DoWhatTheyDoToSemaphoreSlim(int seed) => Watchdog.Run(() =>
    {
        Random random = new(seed);
        for (int round = 0; round < 200; round++)
        {
            int maximum = random.Next(1, 5);
            int initial = random.Next(maximum + 1);
            PooledSemaphore ours = new(initial, maximum);
            SemaphoreSlim theirs = new(initial, maximum);
            List<(Task Ours, Task Theirs, CancellationTokenSource Cancellation)> waiters = [];
            for (int step = 0; step < 40; step++)
            {
                switch (random.Next(5))
                {
                    case 0 or 1:
                        CancellationTokenSource cancellation = new();
                        waiters.Add((ours.WaitAsync(cancellation.Token).AsValueTask().AsTask(),
                            theirs.WaitAsync(cancellation.Token), cancellation));
                        break;
                    case 2 when waiters.Count > 0:
                        (Task Ours, Task Theirs, CancellationTokenSource Cancellation) canceled = waiters[random.Next(waiters.Count)];
                        canceled.Cancellation.Cancel();

                        // SemaphoreSlim removes a canceled waiter a little later.
                        Watchdog.WaitFor(() => canceled.Ours.IsCompleted && canceled.Theirs.IsCompleted, "the canceled waiters to be done");
                        break;
                    case 3:
                        Assert.Equal(theirs.Wait(0), ours.TryWait());
                        break;
                    default:
                        int count = random.Next(1, 3);
                        bool isFull = false;
                        try
                        {
                            theirs.Release(count);
                        }
                        catch (SemaphoreFullException)
                        {
                            isFull = true;
                        }

                        Assert.Equal(isFull, Record.Exception(() => ours.Release(count)) is SemaphoreFullException);
                        break;
                }

                Assert.Equal(theirs.CurrentCount, ours.CurrentCount);
                foreach ((Task our, Task their, _) in waiters)
                {
                    Watchdog.WaitFor(
                        () => our.IsCompleted == their.IsCompleted && our.IsCanceled == their.IsCanceled, "the same waiters to be done");
                }
            }
        }
    });

    /// <summary>A release and a cancellation race for one waiter: the permit is never lost, and never there twice.</summary>
    [Fact]
    public void ReleaseAgainstCancellation_LosesNoPermit()
    {
        PooledSemaphore semaphore = new(0);
        CancellationTokenSource cancellation = new();
        PooledValueTask waiter = default;
        int granted = 0;
        int rounds = Duel.Run(
            Rounds.Of(100_000, 1_000_000),
            prepare: _ =>
            {
                cancellation = new CancellationTokenSource();
                waiter = semaphore.WaitAsync(cancellation.Token);
            },
            left: _ => semaphore.Release(),
            right: _ => cancellation.Cancel(),
            check: _ =>
            {
                if (waiter.AsValueTask().IsCompletedSuccessfully)
                {
                    waiter.GetAwaiter().GetResult();
                    granted++;
                    Assert.Equal(0, semaphore.CurrentCount);
                }
                else
                {
                    waiter.Forget();
                    Assert.True(semaphore.TryWait(), "The permit of a canceled waiter is lost.");
                }

                Assert.False(semaphore.TryWait(), "There is a permit too many.");
                cancellation.Dispose();
            });
        Assert.InRange(granted, 1, rounds - 1);
    }

    [Theory]
    [InlineData(2, false)]
    [InlineData(8, false)]
    [InlineData(8, true)]
    public void Lock_ManyTasks_AreNeverInsideTogether(int tasks, bool cancels) => Watchdog.Run(() =>
    {
        PooledLock gate = new();
        int inside = 0;
        int entered = 0;
        int perTask = Rounds.Of(3_000, 300_000);
        Task.WhenAll(Enumerable.Range(0, tasks).Select(index => Task.Run(() => WorkAsync(new Random(index)).AsValueTask().AsTask())))
            .GetAwaiter().GetResult();
        Assert.False(gate.IsHeld);
        Assert.InRange(entered, 1, tasks * perTask);

        async PooledValueTask WorkAsync(Random random)
        {
            for (int i = 0; i < perTask; i++)
            {
                using CancellationTokenSource cancellation = new();
                PooledValueTask<PooledLock.Releaser> entering = gate.EnterAsync(cancellation.Token);
                if (cancels && random.Next(3) == 0)
                {
                    cancellation.Cancel();
                }

                try
                {
                    using (await entering)
                    {
                        Assert.Equal(1, Interlocked.Increment(ref inside));
                        entered++;
                        if (random.Next(4) == 0)
                        {
                            await Task.Yield();
                        }

                        Assert.Equal(0, Interlocked.Decrement(ref inside));
                    }
                }
                catch (OperationCanceledException) when (cancels)
                {
                }
            }
        }
    });

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

    [Fact]
    public void Contended_Warm_AllocateNothing()
    {
        PooledLock gate = new();
        PooledSemaphore semaphore = new(0);
        using CancellationTokenSource cancellation = new();
        Assert.Equal(0, Bytes.PerUse(() =>
        {
            gate.TryEnter(out PooledLock.Releaser first);
            PooledValueTask<PooledLock.Releaser> second = gate.EnterAsync(s_long, cancellation.Token);
            PooledValueTask waiter = semaphore.WaitAsync(s_long, cancellation.Token);
            first.Dispose();
            second.GetAwaiter().GetResult().Dispose();
            semaphore.Release();
            waiter.GetAwaiter().GetResult();
        }));
    }
}
