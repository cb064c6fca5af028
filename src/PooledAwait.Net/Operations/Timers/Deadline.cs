using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The deadline of an owner's uses, one use after the other: a pooled timer on the system clock, or a new timer of another clock for each
/// use. A field of the owner; never copied.
/// </summary>
internal struct Deadline
{
    /// <summary>The timer of the system clock, created at the first use that needs it and kept.</summary>
    private PooledTimer? _timer;

    /// <summary>The timer of another clock, for this use; else null.</summary>
    private OneTimeTimer? _otherTimer;

    /// <summary>Starts the time; it may be over before this returns.</summary>
    /// <param name="owner">Told when the time is over.</param>
    /// <param name="token">The owner's use.</param>
    /// <param name="milliseconds">The time, 0 to 2^32 - 2 ms; -1 for no deadline.</param>
    /// <param name="timeProvider">The clock.</param>
    internal void Start(ITimed owner, short token, long milliseconds, TimeProvider timeProvider)
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
            _timer ??= TimerWheel.CreateTimer(owner);
            _timer.Arm(token, milliseconds);
        }
        else
        {
            _otherTimer = new OneTimeTimer(owner, token, timeProvider);
            _otherTimer.Arm(milliseconds);
        }
    }

    /// <summary>Ends the time, if there is one. A callback that is on its way still comes, with the token of its use.</summary>
    internal void Stop()
    {
        _timer?.Disarm();
        OneTimeTimer? otherTimer = _otherTimer;
        if (otherTimer is not null)
        {
            _otherTimer = null;
            otherTimer.Dispose();
        }
    }
}
