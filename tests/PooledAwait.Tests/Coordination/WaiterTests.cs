using System.Threading.Channels;

namespace PooledAwait.Tests.Coordination;

/// <summary>The promises that all types keep by their common waiters: bytes, memory, stack, races, interrupts, misuse.</summary>
public sealed class WaiterTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(5);

    private static readonly Dictionary<string, Func<Waitable>> s_types = new()
    {
        [nameof(PooledLock)] = static () =>
        {
            PooledLock gate = new();
            gate.TryEnter(out PooledLock.Releaser owner);
            return new Waitable<PooledLock.Releaser>(gate.EnterAsync, () => owner.Dispose(), releaser => owner = releaser);
        },
        [nameof(PooledSemaphore)] = static () =>
        {
            PooledSemaphore semaphore = new(0);
            return Of(semaphore, () => semaphore.Release());
        },
        [nameof(PooledAutoResetEvent)] = static () =>
        {
            PooledAutoResetEvent signal = new();
            return Of(signal, signal.Set);
        },
        [nameof(PooledManualResetEvent)] = static () =>
        {
            PooledManualResetEvent signal = new();
            return Of(
                signal,
                () =>
                {
                    signal.Set();
                    signal.Reset();
                },
                endsAll: true);
        },
        [nameof(PooledCountdownEvent)] = static () =>
        {
            PooledCountdownEvent countdown = new(1);
            return Of(
                countdown,
                () =>
                {
                    countdown.Signal();
                    countdown.Reset();
                },
                endsAll: true);
        },
        ["Reader"] = static () =>
        {
            PooledReaderWriterLock gate = new();
            gate.TryEnterWrite(out PooledReaderWriterLock.Releaser writer);
            return new Waitable<PooledReaderWriterLock.Releaser>(
                gate.EnterReadAsync,
                () =>
                {
                    // All readers enter at once; the next writer waits for them.
                    writer.Dispose();
                    writer = default;
                },
                releaser =>
                {
                    releaser.Dispose();
                    if (writer == default)
                    {
                        gate.TryEnterWrite(out writer);
                    }
                })
            {
                EndsAll = true,
            };
        },
        ["Writer"] = static () =>
        {
            PooledReaderWriterLock gate = new();
            gate.TryEnterWrite(out PooledReaderWriterLock.Releaser owner);
            return new Waitable<PooledReaderWriterLock.Releaser>(
                gate.EnterWriteAsync, () => owner.Dispose(), releaser => owner = releaser);
        },
    };

    public static TheoryData<string> Types => [.. s_types.Keys];

    [Theory]
    [MemberData(nameof(Types))]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void Wait_Warm_AllocatesNothing(string type)
    {
        Waitable waitable = s_types[type]();
        using CancellationTokenSource cancellation = new();
        Assert.Equal(0, Bytes.PerUse(() =>
        {
            waitable.Start(0, Timeout.InfiniteTimeSpan, CancellationToken.None);
            waitable.Start(1, s_long, cancellation.Token);
            Assert.False(waitable.IsCompleted(0) || waitable.IsCompleted(1));
            EndBoth(waitable);
        }));
    }

    /// <summary>Canceled waits leave their queue at once, and their memory goes with the pool's; the queue keeps none itself.</summary>
    [Theory]
    [MemberData(nameof(Types))]
    public void CanceledWaits_WhileOthersWait_LeaveNothingBehind(string type) => Watchdog.Run(() =>
    {
        const int Many = 20_000;
        Waitable waitable = s_types[type]();
        waitable.Start(0, Timeout.InfiniteTimeSpan, CancellationToken.None);
        waitable.Burst(Many);
        Pool.Clear();
        Garbage.Collect();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        waitable.Burst(Many);
        Pool.Clear();
        Garbage.Collect();
        Assert.InRange(GC.GetTotalMemory(forceFullCollection: true) - before, long.MinValue, 200_000);
        Assert.False(waitable.IsCompleted(0));
        waitable.End();
        Assert.True(waitable.Take(0).IsCompletedSuccessfully);
    });

    [Theory]
    [MemberData(nameof(Types))]
    public void HundredThousandWaiters_ReleasedAtOnce_ResumeInConstantStack(string type) => Watchdog.Run(Watchdog.SmallStack, () =>
    {
        const int Many = 100_000;
        Waitable waitable = s_types[type]();
        int resumed = 0;
        for (int i = 0; i < Many; i++)
        {
            ResumeAsync().Forget();
        }

        // The types that let one in at a time are ended by each that has resumed.
        waitable.End();
        Watchdog.WaitFor(() => Volatile.Read(ref resumed) == Many, "all waiters to resume");

        async PooledValueTask ResumeAsync()
        {
            await waitable.WaitAsync();
            if (Interlocked.Increment(ref resumed) < Many && !waitable.EndsAll)
            {
                waitable.End();
            }
        }
    });

    [Theory]
    [MemberData(nameof(Types))]
    public void EndAgainstCancellation_OneOfThemEndsTheWait(string type)
    {
        Waitable waitable = s_types[type]();
        Duel.Run(Rounds.Of(20_000, 1_000_000), (_, race) =>
        {
            using CancellationTokenSource cancellation = new();
            waitable.Start(0, Timeout.InfiniteTimeSpan, cancellation.Token);
            waitable.Start(1, Timeout.InfiniteTimeSpan, CancellationToken.None);
            race(waitable.End, cancellation.Cancel);

            // The canceled wait has taken nothing from the one behind it.
            EndBoth(waitable);
        });
    }

    [Theory]
    [Booleans]
    [Trait(FlowMode.Needs, FlowMode.Pooling)]
    public void LateCallback_OfAnEarlierWait_ChangesNothing(bool isTimer)
    {
        PooledSemaphore semaphore = new(0);
        using CancellationTokenSource cancellation = new();
        PooledValueTask first = semaphore.WaitAsync(s_long, cancellation.Token);
        semaphore.Release();
        first.GetAwaiter().GetResult();
        cancellation.Cancel();
        PooledValueTask second = semaphore.WaitAsync(s_long);
        Assert.Same(first._operation, second._operation);
        if (isTimer)
        {
            ((ILimited)first._operation!).Elapse(first._token);
        }
        else
        {
            Limits.OnCanceled((ILimited)first._operation!);
        }

        Assert.False(second.IsCompleted);
        semaphore.Release();
        second.GetAwaiter().GetResult();
    }

    /// <summary>Interrupts of the releasing thread lose no wait, and none is held by nobody.</summary>
    [Theory]
    [MemberData(nameof(Types))]
    public void ReleasingThread_Interrupted_EndsTheWaitNevertheless(string type) => Watchdog.Run(() =>
    {
        Waitable waitable = s_types[type]();
        int rounds = Rounds.Of(3_000, 100_000);
        bool isOver = false;
        Exception? failure = null;
        Thread releasing = new(() =>
        {
            failure = Record.Exception(() =>
            {
                for (int round = 0; round < rounds; round++)
                {
                    using CancellationTokenSource cancellation = new();
                    waitable.Start(0, Timeout.InfiniteTimeSpan, cancellation.Token);
                    waitable.End();
                    Assert.True(waitable.IsCompleted(0), $"Round {round}: the wait is lost.");
                    waitable.Take(0).ThrowIfFailed();
                }
            });
            Volatile.Write(ref isOver, true);
        });
        releasing.Start();
        while (!Volatile.Read(ref isOver))
        {
            // A loop of Thread.SpinWait would keep .NET 8 from collecting, and so from going on, for minutes.
            releasing.Interrupt();
            Thread.Yield();
        }

        releasing.Join();
        Assert.Null(failure);
    });

    /// <summary>A pooled waiter keeps neither the token of its last use nor the item of a channel's writer.</summary>
    [Fact]
    public void Waiter_InThePool_KeepsNothingAlive()
    {
        PooledSemaphore semaphore = new(0);
        Channel<object> channel = PooledChannel.CreateBounded<object>(1);
        Garbage.AssertCollected(() =>
        {
            CancellationTokenSource cancellation = new();
            PooledValueTask wait = semaphore.WaitAsync(cancellation.Token);
            semaphore.Release();
            wait.GetAwaiter().GetResult();
            object written = new();
            object given = new();
            channel.Writer.TryWrite(string.Empty);
            ValueTask write = channel.Writer.WriteAsync(written);
            ValueTask canceled = channel.Writer.WriteAsync(given, cancellation.Token);
            cancellation.Cancel();
            Assert.ThrowsAny<OperationCanceledException>(() => canceled.GetAwaiter().GetResult());
            while (channel.Reader.TryRead(out _))
            {
            }

            write.GetAwaiter().GetResult();
            return [cancellation, written, given];
        });
        GC.KeepAlive(semaphore);
        GC.KeepAlive(channel);
    }

    [Fact]
    public void Tracking_NamesAWaitAfterItsOwner()
    {
        PooledLock gate = new();
        gate.TryEnter(out _);
        PooledValueTask<PooledLock.Releaser> wait = gate.EnterAsync();
        Assert.Equal(typeof(PooledLock), wait._operation!.TrackedType);
        wait.Forget();
    }

    private static Waitable<VoidResult> Of(PooledWaitHandle handle, Action end, bool endsAll = false) =>
        new((timeout, token) => handle.WaitAsync(timeout, token).WithVoidResult, end, static _ => { }) { EndsAll = endsAll };

    /// <summary>Ends both waits, one after the other or both at once, and takes what they have.</summary>
    private static void EndBoth(Waitable waitable)
    {
        bool isSecondTaken = false;
        if (!waitable.IsCompleted(0) && !waitable.IsCompleted(1))
        {
            waitable.End();
        }

        Assert.True(waitable.IsCompleted(0) || waitable.IsCompleted(1), "The end of a wait is lost.");
        if (!waitable.IsCompleted(0))
        {
            Assert.True(waitable.Take(1).IsCompletedSuccessfully);
            isSecondTaken = true;
            waitable.End();
        }

        Assert.True(waitable.IsCompleted(0), "The first wait is lost.");
        waitable.Take(0);
        if (!isSecondTaken)
        {
            if (!waitable.IsCompleted(1))
            {
                waitable.End();
            }

            Assert.True(waitable.IsCompleted(1), "The second wait is lost.");
            Assert.True(waitable.Take(1).IsCompletedSuccessfully);
        }
    }

    /// <summary>Takes what a wait that is over has, if it has succeeded.</summary>
    internal static Completion TakeResult<T>(PooledValueTask<T> task, Action<T> take)
    {
        Completion<T> completion = task.WithoutThrowing().GetAwaiter().GetResult();
        if (!completion.IsCompletedSuccessfully)
        {
            return new Completion(0, completion.Exception);
        }

        take(completion.Result);
        return default;
    }

    /// <summary>Something to wait for, and what ends a wait.</summary>
    private abstract class Waitable(Action end)
    {
        /// <summary>Whether <see cref="End"/> ends all waits, not the first.</summary>
        internal bool EndsAll { get; init; }

        /// <summary>Starts a wait, which does not end by itself, in one of two places.</summary>
        internal abstract void Start(int place, TimeSpan timeout, CancellationToken cancellationToken);

        internal abstract bool IsCompleted(int place);

        /// <summary>Takes the result of a wait that is over.</summary>
        internal abstract Completion Take(int place);

        /// <summary>Starts waits that are all canceled.</summary>
        internal abstract void Burst(int count);

        /// <summary>Waits, and takes the result.</summary>
        internal abstract PooledValueTask WaitAsync();

        /// <summary>Ends the first wait, or all of them. When its result was taken, the next can be ended.</summary>
        internal void End() => end();
    }

    private sealed class Waitable<T>(
        Func<TimeSpan, CancellationToken, PooledValueTask<T>> wait, Action end, Action<T> take)
        : Waitable(end)
    {
        private readonly PooledValueTask<T>[] _tasks = new PooledValueTask<T>[2];

        internal override void Start(int place, TimeSpan timeout, CancellationToken cancellationToken) =>
            _tasks[place] = wait(timeout, cancellationToken);

        internal override bool IsCompleted(int place) => _tasks[place].IsCompleted;

        internal override Completion Take(int place) => TakeResult(_tasks[place], take);

        internal override void Burst(int count)
        {
            PooledValueTask<T>[] tasks = new PooledValueTask<T>[count];
            using CancellationTokenSource cancellation = new();
            for (int i = 0; i < count; i++)
            {
                tasks[i] = wait(s_long, cancellation.Token);
            }

            cancellation.Cancel();
            Assert.All(tasks, static task => Assert.True(task.WithoutThrowing().GetAwaiter().GetResult().IsCanceled));
        }

        internal override async PooledValueTask WaitAsync() => take(await wait(Timeout.InfiniteTimeSpan, CancellationToken.None));
    }
}
