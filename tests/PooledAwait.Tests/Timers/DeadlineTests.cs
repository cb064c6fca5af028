namespace PooledAwait.Tests.Timers;

/// <summary>
/// A deadline ends the use that it was set for, once, at its time and not before; a callback that is late ends no later use.
/// </summary>
public sealed class DeadlineTests
{
    private const int Hour = 3_600_000;

    [Fact]
    public void Set_ByTheSystemsClock_ElapsesNotBeforeItsTime() => Watchdog.Run(() =>
    {
        Owner owner = new();
        foreach (int milliseconds in (int[])[1, 15, 70, 130, 300])
        {
            long start = Environment.TickCount64;
            owner.Start(milliseconds);
            owner.WaitForElapsed();
            Assert.InRange(Environment.TickCount64 - start, milliseconds, 60_000);
            owner.End();
        }
    });

    /// <summary>The callback knows no use; the next one's time is not over.</summary>
    [Theory]
    [InlineData(Hour)]
    [InlineData(Timeout.Infinite)]
    public void CallbackThatIsLate_EndsNoLaterUse(int milliseconds)
    {
        Owner owner = new();
        owner.Start(1);
        owner.End();
        owner.Start(milliseconds);
        Thread.Sleep(5);
        Deadline.OnTimer(owner);
        Assert.False(owner.HasElapsed);
    }

    /// <summary>The framework's timers need not have the clock that the deadline asks.</summary>
    [Fact]
    public void CallbackThatIsEarly_SetsTheTimerAgain() => Watchdog.Run(() =>
    {
        Owner owner = new();
        long start = Environment.TickCount64;
        owner.Start(10);
        owner.Postpone(200);
        owner.WaitForElapsed();
        Assert.InRange(Environment.TickCount64 - start, 200, 60_000);
    });

    [Fact]
    public void CallbackOfAnEarlierUse_WhileTheNextOneBegins_LeavesItsTime()
    {
        Owner owner = new();
        Duel.Run(
            Rounds.Of(2_000, 100_000),
            (_, race) =>
            {
                owner.Start(Hour);
                race(
                    () =>
                    {
                        owner.End();
                        owner.Start(1);
                    },
                    () => Deadline.OnTimer(owner));
                owner.WaitForElapsed();
                owner.End();
            },
            pending: () => "a time of 1 ms");
    }

    /// <summary>The framework keeps a timer that is set, and with it the owner; a late callback doesn't set it again.</summary>
    [Theory]
    [Booleans]
    public void Ended_BeforeItsTime_KeepsNobodyAlive(bool withLateCallback) => Garbage.AssertCollected(() =>
    {
        Owner owner = new();
        owner.Start(Hour);
        owner.End();
        if (withLateCallback)
        {
            Deadline.OnTimer(owner);
        }

        return [owner];
    });

    /// <summary>Every callback is queued at once: none waits for the one before it, nor for the continuation that it runs.</summary>
    [Theory]
    [InlineData("Delay")]
    [InlineData("WaitAsync")]
    [InlineData("source")]
    [InlineData("lock")]
    public void ManyTimes_BehindABusyThreadPool_EndTogether(string kind) => Watchdog.Run(() =>
    {
        bool isOver = false;
        Action<object?> spin = null!;
        spin = _ =>
        {
            long start = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(start).TotalMilliseconds < 0.5)
            {
            }

            if (!Volatile.Read(ref isOver))
            {
                ThreadPool.UnsafeQueueUserWorkItem(spin, null, preferLocal: false);
            }
        };
        for (int i = 0; i < 100; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(spin, null, preferLocal: false);
        }

        TimeSpan time = TimeSpan.FromMilliseconds(100);
        double tasks = TimeOf(() => Enumerable.Range(0, 400).Select(_ => Task.Delay(time)));
        PooledLock gate = new();
        _ = gate.EnterAsync();
        double ours = TimeOf(() => Enumerable.Range(0, 400).Select(_ => kind switch
        {
            "Delay" => PooledValueTask.Delay(time).AsTask(),
            "WaitAsync" => PooledValueTaskSource<int>.Create().PooledTask.WaitAsync(time).AsTask(),
            "source" => PooledValueTaskSource<int>.Create(time).PooledTask.AsTask(),
            _ => gate.EnterAsync(time).AsTask(),
        }));
        Volatile.Write(ref isOver, true);
        Assert.True(ours < (2 * tasks) + 1, $"{ours} s, and {tasks} s of Task.Delay");

        static double TimeOf(Func<System.Collections.Generic.IEnumerable<Task>> start)
        {
            long begin = Stopwatch.GetTimestamp();
            try
            {
                Task.WaitAll([.. start()]);
            }
            catch (AggregateException exception) when (exception.InnerExceptions.All(static inner => inner is TimeoutException))
            {
                // How all but a delay end.
            }

            return Stopwatch.GetElapsedTime(begin).TotalSeconds;
        }
    });

    [Theory]
    [Booleans]
    public void InterruptedInTheOtherClock_TheInterruptIsForTheNextWait(bool everyTime)
    {
        int interruptions = 0;
        ManualTimeProvider clock = new()
        {
            Disposing = () =>
            {
                if (interruptions++ == 0 || everyTime)
                {
                    throw new ThreadInterruptedException();
                }
            },
        };
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> wait = source.PooledTask.WaitAsync(TimeSpan.FromHours(1), clock);
        Assert.True(source.TrySetResult(7));
        Assert.Throws<ThreadInterruptedException>(() => Thread.Sleep(1));
        Assert.Equal(7, wait.GetAwaiter().GetResult());
        Assert.Equal(everyTime ? 1 : 0, clock.Timers);
    }

    /// <summary>Its callback came early, and sets it once more.</summary>
    [Fact]
    public void Timer_ThatCannotBeSetAgain_EndsTheWaitAndIsReported() => Watchdog.Run(() =>
    {
        Owner owner = new();
        owner.Start(Hour);
        owner.ReplaceTimer(new FailingTimer(interruptions: 0, failures: int.MaxValue));
        using UnobservedExceptions unobserved = new();
        Deadline.OnTimer(owner);
        Assert.True(owner.HasElapsed);
        Assert.Equal(1, unobserved.CountOf<TestException>());
    });

    private sealed class Owner : ILimited
    {
        private Limits _limits;
        private short _use;
        private long _start;
        private int _milliseconds;

        /// <summary>The token of the use that is pending, -1 after it has ended: a claim, as an operation's.</summary>
        private int _pending = -1;
        private Exception? _failure;

        public ref Limits Limits => ref _limits;

        internal bool HasElapsed { get; private set; }

        public void Cancel(short use, CancellationToken cancellationToken) => throw new NotSupportedException();

        public void Elapse(short token)
        {
            if (Interlocked.CompareExchange(ref _pending, -1, token) == token)
            {
                // The owner waits for this before it ends a use that it has not claimed.
                double elapsed = Stopwatch.GetElapsedTime(_start).TotalMilliseconds;
                if (_milliseconds < 0 || elapsed < _milliseconds - 20)
                {
                    _failure = new InvalidOperationException($"ended after {elapsed} of {_milliseconds} ms");
                }

                HasElapsed = true;
                Volatile.Write(ref _pending, -2);
            }
        }

        internal void Start(int milliseconds)
        {
            HasElapsed = false;
            _milliseconds = milliseconds;
            _start = Stopwatch.GetTimestamp();
            _use = (short)((_use + 1) & short.MaxValue);
            Volatile.Write(ref _pending, _use);
            _limits._deadline.Start(this, _use, milliseconds, TimeProvider.System);
        }

        internal void ReplaceTimer(ITimer timer)
        {
            _limits._deadline._timer!.Dispose();
            _limits._deadline._timer = timer;
        }

        /// <summary>Moves the time away from the timer.</summary>
        internal void Postpone(int milliseconds) => Interlocked.Add(ref _limits._deadline._due, milliseconds);

        /// <summary>Ends the use; whoever has claimed it stops the timer, as an operation's completer does.</summary>
        /// <returns>Whether its time was over before.</returns>
        internal bool End()
        {
            bool isMine = Interlocked.CompareExchange(ref _pending, -2, _use) == _use;
            SpinWait spinner = default;
            while (Volatile.Read(ref _pending) != -2)
            {
                spinner.SpinOnce();
            }

            _limits._deadline.Stop();
            return _failure is null ? !isMine : throw _failure;
        }

        internal void WaitForElapsed() => Watchdog.WaitFor(() => Volatile.Read(ref _pending) == -2, "the time to be over");
    }
}
