using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Timers that do not capture the ExecutionContext.</summary>
internal static partial class UnflowedTimer
{
    /// <summary>Sets a timer of the system clock, for one callback.</summary>
    /// <param name="timer">The timer.</param>
    /// <param name="milliseconds">The time; -1 for no callback.</param>
    internal static void Set(ITimer timer, long milliseconds) => Uninterrupted.Run(
        static next => next.timer.Change(TimeSpan.FromMilliseconds(next.milliseconds), Timeout.InfiniteTimeSpan),
        (timer, milliseconds));
}
