using System;
using System.Threading;

namespace PooledAwait;

/// <content>Creation.</content>
internal static partial class UnflowedTimer
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
