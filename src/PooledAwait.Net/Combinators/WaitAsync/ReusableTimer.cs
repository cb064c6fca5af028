using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// A timer of the system's clock that stays with its pooled object and is armed again for each use.
/// </summary>
/// <remarks>
/// A timer says nothing of which arming its callback is for, and a callback may be on its way while the object is disarmed
/// and armed again for another use. So a callback looks whether there is an arming and whether its time is over; if not, it
/// is a late one, or the clock that the timer goes by is ahead of the one looked at: the timer is set to what is left.
/// </remarks>
internal sealed class ReusableTimer
{
    private static readonly TimerCallback s_callback = static timer => ((ReusableTimer)timer!).OnTimer();

    private readonly ITimed _owner;
    private readonly ITimer _timer;

    /// <summary>Guards the fields below, and that the timer is set as they say. Nobody is called back under it.</summary>
    private readonly object _lock = new();
    private bool _isArmed;
    private long _deadline;
    private short _token;

    internal ReusableTimer(ITimed owner)
    {
        _owner = owner;
        _timer = UnflowedTimer.Create(TimeProvider.System, s_callback, this);
    }

    internal void Arm(short token, long milliseconds)
    {
        lock (_lock)
        {
            _token = token;
            _deadline = MonotonicClock.Milliseconds + milliseconds;
            _isArmed = true;
            Set(milliseconds);
        }
    }

    internal void Disarm()
    {
        lock (_lock)
        {
            if (_isArmed)
            {
                _isArmed = false;
                Set(Timeout.Infinite);
            }
        }
    }

    /// <summary>What the timer calls, now or late.</summary>
    internal void OnTimer()
    {
        short token;
        lock (_lock)
        {
            if (!_isArmed)
            {
                return;
            }

            long left = _deadline - MonotonicClock.Milliseconds;
            if (left > 0)
            {
                Set(left);
                return;
            }

            _isArmed = false;
            token = _token;
        }

        _owner.Elapse(token);
    }

    private void Set(long milliseconds) => _timer.Change(TimeSpan.FromMilliseconds(milliseconds), Timeout.InfiniteTimeSpan);
}
