using System.Diagnostics;

namespace PooledAwait;

/// <summary>A clock that setting the system time does not change.</summary>
internal static class MonotonicClock
{
    internal static long Milliseconds => Stopwatch.GetTimestamp() / (Stopwatch.Frequency / 1_000);
}
