namespace PooledAwait;

internal static class UnflowedTimer
{
    /// <summary>Sets a timer of the system clock for one callback; -1 for none. If the thread is interrupted while it waits for the timers'
    /// lock, the interruption is kept for the caller's own next wait.</summary>
    internal static void Set(ITimer timer, long milliseconds) =>
        _ = UninterruptedWait.Repeat(
            static set => set.timer.Change(TimeSpan.FromMilliseconds(set.milliseconds), Timeout.InfiniteTimeSpan), (timer, milliseconds));

#if NET
    /// <summary>Creates a timer that is not started.</summary>
    internal static ITimer Create(TimeProvider timeProvider, TimerCallback callback, object? state)
    {
        using AsyncFlowControl? suppression = ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
        return timeProvider.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }
#else
    /// <summary>Creates a timer that is not started.</summary>
    /// <remarks>In .NET Framework and Mono, a thread whose flow was suppressed once keeps an ExecutionContext of its own, and each later
    /// capture examines it: with seven nested methods that suspend, Mono was 30 % slower. The framework's async methods restore the
    /// contexts, so a state machine of one step takes that context away again.</remarks>
    internal static ITimer Create(TimeProvider timeProvider, TimerCallback callback, object? state)
    {
        Creation creation = new(timeProvider, callback, state);
        default(AsyncTaskMethodBuilder).Start(ref creation);
        return creation.Timer!;
    }

    private struct Creation(TimeProvider timeProvider, TimerCallback callback, object? state) : IAsyncStateMachine
    {
        internal ITimer? Timer { get; private set; }

        public void MoveNext()
        {
            if (!ExecutionContext.IsFlowSuppressed())
            {
                // This is not undone here, because the framework restores the flow too.
                ExecutionContext.SuppressFlow();
            }

            Timer = timeProvider.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
#endif
}
