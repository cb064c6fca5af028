using System.Diagnostics;

namespace PooledAwait;

/// <summary>A clock that nobody sets.</summary>
internal static class MonotonicClock
{
    internal static long Milliseconds => Stopwatch.GetTimestamp() / (Stopwatch.Frequency / 1_000);
}
