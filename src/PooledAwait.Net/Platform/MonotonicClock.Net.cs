using System;

namespace PooledAwait;

/// <summary>The clock of .NET's timers; setting the system time does not change it.</summary>
internal static class MonotonicClock
{
    internal static long Milliseconds => Environment.TickCount64;
}
