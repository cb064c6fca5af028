using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Coordination;

/// <summary>The condition variable: the lock is held again whenever a wait returns, and no notification is lost.</summary>
public sealed class ConditionVariableTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(5);

    [Fact]
    public async Task Wait_WithoutTheLock_Throws()
    {
        PooledConditionVariable condition = new(new PooledLock());
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await condition.WaitAsync());
        Assert.Throws<ArgumentNullException>("gate", () => new PooledConditionVariable(null!));
    }

    [Fact]
    public async Task Wait_LeavesTheLock_AndHoldsItAgainByTheSameReleaser()
    {
        PooledLock gate = new();
        PooledConditionVariable condition = new(gate);
        PooledLock.Releaser waiter = await gate.EnterAsync();
        PooledValueTask waiting = condition.WaitAsync();
        Assert.False(waiting.IsCompleted);
        Assert.True(gate.TryEnter(out PooledLock.Releaser other), "The lock is held during the wait.");

        // The waiter's releaser is not valid while another holds the lock.
        Assert.Throws<InvalidOperationException>(waiter.Dispose);
        condition.Notify();
        await Task.Delay(20);
        Assert.False(waiting.IsCompleted, "The wait has returned without the lock.");
        other.Dispose();
        await waiting;
        Assert.True(gate.IsHeld);
        waiter.Dispose();
        Assert.False(gate.IsHeld);
    }

    [Fact]
    public async Task Wait_ThatIsLate_HoldsTheLockAgain()
    {
        PooledLock gate = new();
        PooledConditionVariable condition = new(gate);
        using (await gate.EnterAsync())
        {
            PooledValueTask waiting = condition.WaitAsync(TimeSpan.FromMilliseconds(10));
            Assert.True(gate.TryEnter(out PooledLock.Releaser other));
            await Task.Delay(50);
            Assert.False(waiting.IsCompleted, "The wait has returned without the lock.");
            other.Dispose();
            await Assert.ThrowsAsync<TimeoutException>(async () => await waiting);
            Assert.True(gate.IsHeld);
        }

        Assert.False(gate.IsHeld);
    }

    /// <summary>A queue with room for two, as it is written with two conditions: every item arrives, one at a time.</summary>
    [Fact]
    public void BoundedQueue_OfManyTasks_LosesNoNotification() => Watchdog.Run(() =>
    {
        const int Pairs = 4;
        int perTask = Rounds.Of(2_000, 100_000);
        PooledLock gate = new();
        PooledConditionVariable isNotFull = new(gate);
        PooledConditionVariable isNotEmpty = new(gate);
        Queue<int> items = [];
        long sum = 0;
        int inside = 0;
        Task.WhenAll(Enumerable.Range(0, 2 * Pairs).Select(index => Task.Run(() =>
            (index < Pairs ? ProduceAsync(index) : ConsumeAsync(new Random(index))).AsValueTask().AsTask()))).GetAwaiter().GetResult();
        Assert.Equal((long)Pairs * perTask * (perTask + 1) / 2, sum);
        Assert.Empty(items);
        Assert.False(gate.IsHeld);

        async PooledValueTask ProduceAsync(int index)
        {
            for (int i = 1; i <= perTask; i++)
            {
                using (await gate.EnterAsync())
                {
                    while (items.Count == 2)
                    {
                        await isNotFull.WaitAsync();
                    }

                    Assert.Equal(1, Interlocked.Increment(ref inside));
                    items.Enqueue(i);
                    isNotEmpty.Notify();
                    Assert.Equal(0, Interlocked.Decrement(ref inside));
                }
            }
        }

        async PooledValueTask ConsumeAsync(Random random)
        {
            for (int i = 0; i < perTask;)
            {
                using CancellationTokenSource cancellation = new();
                using (await gate.EnterAsync())
                {
                    try
                    {
                        while (items.Count == 0)
                        {
                            PooledValueTask waiting = isNotEmpty.WaitAsync(cancellation.Token);
                            if (random.Next(4) == 0)
                            {
                                cancellation.Cancel();
                            }

                            await waiting;
                        }
                    }
                    catch (OperationCanceledException)
                    {
                        Assert.True(gate.IsHeld);
                        continue;
                    }

                    Assert.Equal(1, Interlocked.Increment(ref inside));
                    sum += items.Dequeue();
                    i++;
                    isNotFull.Notify();
                    Assert.Equal(0, Interlocked.Decrement(ref inside));
                }
            }
        }
    });

    [Fact]
    public void NotificationAgainstCancellation_OneOfThemEndsTheWait()
    {
        PooledLock gate = new();
        PooledConditionVariable condition = new(gate);
        CancellationTokenSource cancellation = new();
        (PooledValueTask Task, PooledLock.Releaser Releaser)[] waits = new (PooledValueTask, PooledLock.Releaser)[2];
        Duel.Run(
            Rounds.Of(10_000, 1_000_000),
            prepare: _ =>
            {
                cancellation = new CancellationTokenSource();
                Start(0, cancellation.Token);
                Start(1, CancellationToken.None);
            },
            left: _ => condition.Notify(),
            right: _ => cancellation.Cancel(),
            check: _ =>
            {
                // The canceled wait has taken no notification from the one behind it. Either may be the first to have the lock again.
                Watchdog.WaitFor(() => waits[0].Task.IsCompleted || waits[1].Task.IsCompleted, "a wait to return with the lock");
                if (waits[1].Task.IsCompleted)
                {
                    End(1).ThrowIfFailed();
                    Assert.True(End(0).IsCanceled);
                }
                else
                {
                    if (!End(0).IsCanceled)
                    {
                        Assert.False(waits[1].Task.IsCompleted);
                        condition.Notify();
                    }

                    End(1).ThrowIfFailed();
                }

                Assert.False(gate.IsHeld);
                cancellation.Dispose();
            });

        void Start(int index, CancellationToken token)
        {
            Assert.True(gate.TryEnter(out PooledLock.Releaser releaser));
            waits[index] = (condition.WaitAsync(token), releaser);
        }

        Completion End(int index)
        {
            Watchdog.WaitFor(() => waits[index].Task.IsCompleted, "a wait to return with the lock");
            Completion completion = waits[index].Task.WithoutThrowing().GetAwaiter().GetResult();
            waits[index].Releaser.Dispose();
            return completion;
        }
    }

    [Fact]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Wait_Warm_AllocatesNothing()
    {
        PooledLock gate = new();
        PooledConditionVariable condition = new(gate);
        using CancellationTokenSource cancellation = new();
        Bytes.AssertPerUseInProcess(0, () =>
        {
            gate.TryEnter(out PooledLock.Releaser releaser);
            PooledValueTask waiting = condition.WaitAsync(s_long, cancellation.Token);
            condition.Notify();
            while (!waiting.IsCompleted)
            {
                // A blocked thread would cost its waiter.
                Thread.Yield();
            }

            waiting.GetAwaiter().GetResult();
            releaser.Dispose();
        });
    }
}
