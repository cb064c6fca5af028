#if NET
using System;
#else
using System.Diagnostics;
#endif

namespace PooledAwait;

/// <summary>A clock that nobody sets; on .NET the one that its timers go by.</summary>
internal static class MonotonicClock
{
    internal static long Milliseconds =>
#if NET
        Environment.TickCount64;
#else
        Stopwatch.GetTimestamp() / (Stopwatch.Frequency / 1_000);
#endif
}
