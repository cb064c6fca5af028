namespace PooledAwait.Tests;

/// <summary>A clock that stands still until a test moves it.</summary>
internal sealed class ManualTimeProvider : TimeProvider
{
    private readonly List<ManualTimer> _timers = [];
    private TimeSpan _now;

    /// <summary>Called before a timer is made.</summary>
    internal Action? Creating { get; init; }

    /// <summary>Called before a timer is disposed of.</summary>
    internal Action? Disposing { get; init; }

    /// <summary>Whether its timers call back as soon as they are set.</summary>
    internal bool IsHasty { get; init; }

    /// <summary>How many timers there are that were not disposed of.</summary>
    internal int Timers
    {
        get
        {
            lock (_timers)
            {
                return _timers.Count;
            }
        }
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Creating?.Invoke();
        ManualTimer timer = new(this, callback, state);
        timer.Change(dueTime, period);
        lock (_timers)
        {
            _timers.Add(timer);
        }

        return timer;
    }

    /// <summary>Lets time pass; timers call back on this thread.</summary>
    internal void Advance(TimeSpan time)
    {
        ManualTimer[] due;
        lock (_timers)
        {
            _now += time;
            due = [.. _timers.Where(timer => timer.Due <= _now)];
        }

        foreach (ManualTimer timer in due)
        {
            timer.Fire();
        }
    }

    private sealed class ManualTimer(ManualTimeProvider clock, TimerCallback callback, object? state) : ITimer
    {
        internal TimeSpan Due { get; private set; } = TimeSpan.MaxValue;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Due = dueTime == Timeout.InfiniteTimeSpan ? TimeSpan.MaxValue : clock._now + dueTime;
            if (Due <= clock._now || (clock.IsHasty && dueTime != Timeout.InfiniteTimeSpan))
            {
                Fire();
            }

            return true;
        }

        public void Dispose()
        {
            clock.Disposing?.Invoke();
            lock (clock._timers)
            {
                clock._timers.Remove(this);
            }
        }

        public System.Threading.Tasks.ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }

        internal void Fire()
        {
            Due = TimeSpan.MaxValue;
            callback(state);
        }
    }
}
