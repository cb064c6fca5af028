namespace PooledAwait;

/// <summary>The deadline of an owner's uses, one use after the other. On the system clock it keeps one timer of the framework and sets it
/// for each use, which allocates nothing. A timer of another clock serves one use, because such a clock may call back late for a use that
/// is over. A field of the owner; never copied.</summary>
/// <remarks>A callback may still be on its way when its use is over and the next one has begun. That of another clock's timer names its
/// use, which the owner compares. That of the kept timer can't: it asks the clock, and ends the present use only if that use's time is
/// over. Otherwise it was late, or early by this clock, and sets the timer once more.</remarks>
internal struct Deadline
{
    private const long None = long.MaxValue;

    private static readonly TimerCallback s_onTimer = static owner => OnTimer((ILimited)owner!);
    private static readonly TimerCallback s_onOtherTimer = static use => ((Use)use!).Elapse();

    /// <summary>The timer of the system clock, created at the first use that needs it and kept.</summary>
    internal ITimer? _timer;

    /// <summary>The timer of another clock, for this use; else null.</summary>
    private ITimer? _otherTimer;

    /// <summary>When the time of the present use is over, by <see cref="MonotonicClock"/>. <see cref="None"/> if a use has set
    /// <see cref="_timer"/> and the present one hasn't. Written by the thread that starts or ends the use.</summary>
    internal long _due;

    /// <summary>The last use that set <see cref="_timer"/>. Written after <see cref="_due"/>, and read before it. A callback reads the
    /// token and then the due time. If that time has passed, it may end the use: either the time is the use's, or the use has ended
    /// already, and nothing happens.</summary>
    private short _token;

    /// <summary>Starts the time, 0 to 2^32 - 2 ms; -1 for no deadline. It may be over before this returns.</summary>
    internal void Start(ILimited owner, short token, long milliseconds, TimeProvider timeProvider)
    {
        if (milliseconds == Timeout.Infinite)
        {
            return;
        }

        if (milliseconds == 0)
        {
            owner.Elapse(token);
        }
        else if (ReferenceEquals(timeProvider, TimeProvider.System))
        {
            _timer ??= UnflowedTimer.Create(timeProvider, s_onTimer, owner);
            Interleaving.Point();
            Volatile.Write(ref _due, MonotonicClock.Milliseconds + milliseconds);
            Volatile.Write(ref _token, token);
            UnflowedTimer.Set(_timer, milliseconds);
        }
        else
        {
            // Stored before it is started, because it may call back at once.
            _otherTimer = UnflowedTimer.Create(timeProvider, s_onOtherTimer, new Use(owner, token));
            _otherTimer.Change(TimeSpan.FromMilliseconds(milliseconds), Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Ends the time, if there is one. A callback on its way still comes. Exceptions are only reported.</summary>
    internal void Stop()
    {
        UninterruptedWait wait = default;
        try
        {
            if (_timer is not null && _due != None)
            {
                Volatile.Write(ref _due, None);
                UnflowedTimer.Set(_timer, Timeout.Infinite);
            }

            if (_otherTimer is { } otherTimer)
            {
                _otherTimer = null;
                try
                {
                    otherTimer.Dispose();
                }
                catch (ThreadInterruptedException)
                {
                    // The thread was interrupted at a lock of the other clock, whose timer is still set.
                    wait.Keep();
                    otherTimer.Dispose();
                }
            }
        }
        catch (ThreadInterruptedException)
        {
            // The second Dispose threw it as well: that clock always does.
            wait.Keep();
        }
        catch (Exception exception)
        {
            UnobservedExceptions.Report(exception);
        }

        // If the thread was interrupted, the caller's next wait throws.
        wait.End();
    }

    /// <summary>The callback of the kept timer, for the present use or an earlier one.</summary>
    internal static void OnTimer(ILimited owner)
    {
        ref Deadline deadline = ref owner.Limits._deadline;
        long due;
        do
        {
            Interleaving.Point();
            short token = Volatile.Read(ref deadline._token);
            due = Volatile.Read(ref deadline._due);
            long left = due - MonotonicClock.Milliseconds;
            if (left <= 0)
            {
                owner.Elapse(token);
                return;
            }

            try
            {
                UnflowedTimer.Set(deadline._timer!, due == None ? Timeout.Infinite : left);
            }
            catch (Exception exception)
            {
                // Nothing would call back again, so the time ends early rather than never. If the use is already over, this does nothing.
                UnobservedExceptions.Report(exception);
                owner.Elapse(token);
                return;
            }
        }
        while (due != Volatile.Read(ref deadline._due)); // the next use has set the timer, and the call above has replaced its time
    }

    private sealed class Use(ILimited owner, short token)
    {
        internal void Elapse() => owner.Elapse(token);
    }
}
