namespace PooledAwait;

/// <summary>Times as timers take them: whole milliseconds up to 49 days, as for Task.Delay and Task.WaitAsync.</summary>
internal static class Timeouts
{
    private const long Longest = uint.MaxValue - 1;

    /// <summary>The time in milliseconds, fractions cut off; -1 for an infinite one.</summary>
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
