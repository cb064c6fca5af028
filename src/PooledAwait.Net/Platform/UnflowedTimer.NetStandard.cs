using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <content>Creation.</content>
/// <remarks>
/// In .NET Framework and Mono, a thread whose flow was suppressed once keeps an ExecutionContext of its own, and each later capture
/// examines it: AsyncAwait pending took 1.3 of its time on Mono. The guard of the framework's async methods takes that context away again.
/// </remarks>
internal static partial class UnflowedTimer
{
    /// <summary>Creates a timer that is not started.</summary>
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
                // Not undone: the guard restores the flow too.
                ExecutionContext.SuppressFlow();
            }

            Timer = timeProvider.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
