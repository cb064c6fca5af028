using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Times as timers take them: whole milliseconds up to 49 days, as for Task.Delay and Task.WaitAsync.</summary>
internal static class Timeouts
{
    /// <summary>Timer's longest time.</summary>
    private const long Longest = uint.MaxValue - 1;

    /// <summary>The time in milliseconds, fractions cut off; -1 for an infinite one.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    internal static long Validate(TimeSpan time, string parameter)
    {
        long milliseconds = (long)time.TotalMilliseconds;
        if (milliseconds is < Timeout.Infinite or > Longest)
        {
            throw Failures.TimeOutOfRange(parameter);
        }

        return milliseconds;
    }
}
