using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// A timer of a clock that is not the system's, for one use: what such a clock does with a timer that is set again and
/// again, and when, nobody knows. Costs what the clock's timer costs, and this object.
/// </summary>
internal sealed class OneTimeTimer
{
    private static readonly TimerCallback s_callback = static timer =>
    {
        OneTimeTimer self = (OneTimeTimer)timer!;
        self._owner.Elapse(self._token);
    };

    private readonly ITimed _owner;
    private readonly ITimer _timer;
    private readonly short _token;

    internal OneTimeTimer(ITimed owner, short token, TimeProvider timeProvider)
    {
        _owner = owner;
        _token = token;
        _timer = UnflowedTimer.Create(timeProvider, s_callback, this);
    }

    /// <summary>Starts the timer, which may call back before this returns.</summary>
    internal void Arm(long milliseconds) => _timer.Change(TimeSpan.FromMilliseconds(milliseconds), Timeout.InfiniteTimeSpan);

    /// <summary>Gives the timer back. An exception of the clock has nowhere to go: the operation has its outcome already.</summary>
    internal void Dispose()
    {
        try
        {
            _timer.Dispose();
        }
        catch (Exception exception)
        {
            UnobservedExceptions.Report(exception);
        }
    }
}
