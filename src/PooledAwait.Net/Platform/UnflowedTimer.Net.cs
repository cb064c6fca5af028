using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Creates timers that do not capture the ExecutionContext.</summary>
internal static class UnflowedTimer
{
    /// <summary>Creates a timer that is not started.</summary>
    internal static ITimer Create(TimeProvider timeProvider, TimerCallback callback, object? state)
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
