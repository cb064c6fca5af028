using System;
using System.Linq;
using System.Threading;

namespace PooledAwait.Tests.Timers;

/// <summary>A timer that is armed elapses once, at its time and not before; a timer that was disarmed in time never does.</summary>
public sealed class TimerWheelTests
{
    /// <summary>Times around the borders of all levels, up to the longest that is allowed.</summary>
    private static readonly long[] s_times =
        [0, 1, 2, 63, 64, 65, 4_095, 4_096, 4_097, 262_143, 262_144, 262_145, 16_777_216, 1_073_741_824, uint.MaxValue - 1];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void RandomArmings_AgainstAPlainModel_ElapseAtTheirTime(int seed) => Watchdog.Run(() =>
    {
        Random random = new(seed);
        Clock clock = new(random.NextInt64(1L << 40));
        TimerWheel wheel = new(clock, clock.Read);
        Owner[] owners = [.. Enumerable.Range(0, 200).Select(_ => new Owner(clock, wheel))];
        for (int step = 0; step < 20_000; step++)
        {
            Owner owner = owners[random.Next(owners.Length)];
            switch (random.Next(4))
            {
                case 0 or 1 when owner.Due is null:
                    owner.Arm(random.Next(3) == 0 ? s_times[random.Next(s_times.Length)] : random.NextInt64(1L << random.Next(1, 32)));
                    break;
                case 2 when owner.Due is not null:
                    owner.Disarm();
                    break;
                default:
                    clock.Advance(random.Next(2) == 0 ? random.Next(70) : random.NextInt64(1L << random.Next(1, 31)), wheel, owners);
                    Assert.All(owners, static owner => owner.AssertNotOverdue());
                    break;
            }
        }

        Assert.InRange(owners.Sum(static owner => owner.Elapsed), 1_000, 20_000);
    });

    [Fact]
    public void ManyTimersOfOneSlot_Expire_EachOnceAlthoughTheLockIsHeldForAFewOnly() => Watchdog.Run(() =>
    {
        Clock clock = new(1_000_000);
        TimerWheel wheel = new(clock, clock.Read);
        Owner[] owners = [.. Enumerable.Range(0, 5_000).Select(_ => new Owner(clock, wheel))];
        foreach (Owner owner in owners)
        {
            owner.Arm(10_000);
        }

        clock.Advance(9_999, wheel, owners);
        Assert.All(owners, static owner => Assert.Equal(0, owner.Elapsed));
        clock.Advance(1, wheel, owners);
        Assert.All(owners, static owner => owner.AssertNotOverdue());
        Assert.All(owners, static owner => Assert.Equal(1, owner.Elapsed));
    });

    [Fact]
    public void OwnerThatBlocks_DelaysNoOther() => Watchdog.Run(() =>
    {
        using ManualResetEventSlim release = new();
        using CountdownEvent others = new(20);
        PooledTimer blocking = TimerWheel.CreateTimer(new Callback(_ => release.Wait()));
        blocking.Arm(1, 1);
        foreach (int _ in Enumerable.Range(0, 20))
        {
            TimerWheel.CreateTimer(new Callback(_ => others.Signal())).Arm(1, 5);
        }

        others.Wait();
        release.Set();
    });

    [Theory]
    [InlineData(0, 0)]
    [InlineData(10, 9)]
    public void WakeUpWhileTheTimerIsBeingSet_SetsItAgain(long milliseconds, long firedAfter) => Watchdog.Run(() =>
    {
        // The timer fires before its setter looks again: at once, or a little early. Then the same moment is wanted once more.
        Clock clock = new(1_000_000);
        TimerWheel wheel = new(clock, clock.Read);
        Owner first = new(clock, wheel);
        Owner second = new(clock, wheel);
        clock.BeforeNextSetReturns = () =>
        {
            clock.Advance(firedAfter);
            wheel.WakeUp();
            second.Arm(milliseconds - firedAfter);
        };
        first.Arm(milliseconds);
        clock.Advance(milliseconds - firedAfter, wheel, [first, second]);
        Assert.Equal((1, 1), (first.Elapsed, second.Elapsed));
    });

    [Fact]
    public void ArmedAndDisarmedByManyThreads_EachUseEndsOnce() => Watchdog.Run(() =>
    {
        const int Uses = 20_000;
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(static index => new Thread(() =>
        {
            // A use ends by its timer or by the thread, as an operation does: whoever claims it first.
            Random random = new(index);
            int use = 0;
            int claimed = 0;
            Callback owner = new(token => Interlocked.CompareExchange(ref claimed, 1, token == Volatile.Read(ref use) ? 0 : -1));
            PooledTimer timer = TimerWheel.CreateTimer(owner);
            for (int i = 1; i <= Uses; i++)
            {
                use = i & 0x7FFF;
                Volatile.Write(ref claimed, 0);
                timer.Arm((short)use, random.Next(3) == 0 ? 0 : random.Next(100_000));
                if (random.Next(50) == 0)
                {
                    Thread.Yield();
                }

                timer.Disarm();
            }

            Volatile.Write(ref use, 0x7FFF);
            Volatile.Write(ref claimed, 0);
            timer.Arm(0x7FFF, 1);
            SpinWait.SpinUntil(() => Volatile.Read(ref claimed) == 1);
        }))];
        Array.ForEach(threads, static thread => thread.Start());
        Array.ForEach(threads, static thread => thread.Join());
    });

    [Fact]
    public void Armed_ByTheSystemsClock_ElapsesNotBeforeItsTime() => Watchdog.Run(() =>
    {
        foreach (int milliseconds in (int[])[1, 15, 70, 130, 300])
        {
            using ManualResetEventSlim elapsed = new();
            long start = Environment.TickCount64;
            TimerWheel.CreateTimer(new Callback(_ => elapsed.Set())).Arm(1, milliseconds);
            elapsed.Wait();
            Assert.InRange(Environment.TickCount64 - start, milliseconds, 60_000);
        }
    });

    [Fact]
    public void ArmedAndDisarmed_Warm_AllocatesNothing()
    {
        PooledTimer timer = TimerWheel.CreateTimer(new Callback(static _ => { }));
        for (int i = 0; i < 100; i++)
        {
            timer.Arm(1, 100_000 + (i * 1_000));
            timer.Disarm();
        }

        Assert.Equal(0, Bytes.PerUse(() =>
        {
            timer.Arm(1, 100_000);
            timer.Disarm();
        }));
    }

    private sealed class Callback(Action<short> elapsed) : ITimed
    {
        public void Elapse(short token) => elapsed(token);
    }

    /// <summary>A timer's owner that knows when it must be told.</summary>
    private sealed class Owner : ITimed
    {
        private readonly Clock _clock;
        private readonly TimerWheel _wheel;
        private readonly PooledTimer _timer;
        private short _token;

        internal Owner(Clock clock, TimerWheel wheel)
        {
            _clock = clock;
            _wheel = wheel;
            _timer = new PooledTimer(this, wheel);
        }

        internal long? Due { get; private set; }

        internal int Elapsed { get; private set; }

        internal bool IsArmed
        {
            get
            {
                lock (_clock)
                {
                    return Due is not null;
                }
            }
        }

        public void Elapse(short token)
        {
            lock (_clock)
            {
                if (token == _token && Due is { } due)
                {
                    Assert.InRange(_clock.Read(), due, long.MaxValue);
                    Due = null;
                    Elapsed++;
                }
            }
        }

        internal void Arm(long milliseconds)
        {
            lock (_clock)
            {
                Due = _clock.Read() + milliseconds;
                _token++;
            }

            _timer.Arm(_token, milliseconds);
        }

        internal void Disarm()
        {
            _timer.Disarm();
            lock (_clock)
            {
                Due = null;
            }
        }

        /// <summary>Another thread may have taken the timer out of the wheel, and tells the owner a moment later.</summary>
        internal void AssertNotOverdue() => Watchdog.WaitFor(IsNotOverdue, "an owner to be told");

        private bool IsNotOverdue()
        {
            // A thread that read the clock before the time passed sets the timer to a moment that is over.
            _clock.WakeUpIfDue(_wheel);
            lock (_clock)
            {
                return Due is not { } due || due > _clock.Read();
            }
        }
    }

    /// <summary>A clock that the test sets, with the one timer of a wheel.</summary>
    private sealed class Clock(long now) : TimeProvider, ITimer
    {
        /// <summary>What this thread has read last: the wheel sets its timer relative to that, and time may have passed since.</summary>
        [ThreadStatic]
        private static long t_read;

        private long _now = now;
        private long _due = long.MaxValue;
        private Action? _beforeNextSetReturns;

        /// <summary>The timer fires within the next call that sets it; this is what happens then.</summary>
        internal Action? BeforeNextSetReturns
        {
            set => _beforeNextSetReturns = value;
        }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) => this;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Volatile.Write(ref _due, t_read + (long)dueTime.TotalMilliseconds);
            if (Interlocked.Exchange(ref _beforeNextSetReturns, null) is { } fire)
            {
                Volatile.Write(ref _due, long.MaxValue);
                fire();
            }

            return true;
        }

        public void Dispose()
        {
        }

        public System.Threading.Tasks.ValueTask DisposeAsync() => default;

        internal long Read() => t_read = Volatile.Read(ref _now);

        /// <summary>Lets the time pass without a wake-up.</summary>
        internal void Advance(long milliseconds) => Interlocked.Add(ref _now, milliseconds);

        /// <summary>Lets the time pass, and wakes the wheel as often as it wants, until it wants nothing before the new time.</summary>
        internal void Advance(long milliseconds, TimerWheel wheel, Owner[] owners)
        {
            long end = Read() + milliseconds;
            while (true)
            {
                long due = Volatile.Read(ref _due);
                if (due > end)
                {
                    break;
                }

                if (Interlocked.CompareExchange(ref _due, long.MaxValue, due) != due)
                {
                    continue;
                }

                Volatile.Write(ref _now, Math.Max(Read(), due));

                // A wake-up that leaves work queues another one; the last of them sets the timer, unless nothing is armed.
                do
                {
                    wheel.WakeUp();
                }
                while (Volatile.Read(ref _due) == long.MaxValue && owners.Any(static owner => owner.IsArmed));
            }

            Volatile.Write(ref _now, end);
        }

        /// <summary>Wakes the wheel if that is due at the present time.</summary>
        internal void WakeUpIfDue(TimerWheel wheel)
        {
            long due = Volatile.Read(ref _due);
            if (due <= Read() && Interlocked.CompareExchange(ref _due, long.MaxValue, due) == due)
            {
                wheel.WakeUp();
            }
        }
    }
}
