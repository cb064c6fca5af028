namespace PooledAwait;

/// <summary>The clock of .NET's timers; setting the system time does not change it.</summary>
internal static class MonotonicClock
{
#if NET
    internal static long Milliseconds => Environment.TickCount64;
#else
    internal static long Milliseconds => Stopwatch.GetTimestamp() / (Stopwatch.Frequency / 1_000);
#endif
}
