using System;

namespace PooledAwait;

/// <summary>The clock of .NET's timers, which nobody sets.</summary>
internal static class MonotonicClock
{
    internal static long Milliseconds => Environment.TickCount64;
}
