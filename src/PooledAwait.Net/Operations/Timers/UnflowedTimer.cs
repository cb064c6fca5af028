using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Makes timers that don't keep the ExecutionContext of whoever happens to make them.</summary>
internal static class UnflowedTimer
{
    /// <summary>Makes a timer that is not set.</summary>
    internal static ITimer Create(TimeProvider timeProvider, TimerCallback callback, object state)
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            return timeProvider.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }

        using (ExecutionContext.SuppressFlow())
        {
            return timeProvider.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
    }
}
