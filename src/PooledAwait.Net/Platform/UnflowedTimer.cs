using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Timers that do not capture the ExecutionContext.</summary>
internal static partial class UnflowedTimer
{
    /// <summary>
    /// Sets a timer of the system clock, for one callback. The framework's timers have a lock, and an interruption of the wait for it is
    /// kept for the caller's own next wait.
    /// </summary>
    /// <param name="timer">The timer.</param>
    /// <param name="milliseconds">The time; -1 for no callback.</param>
    internal static void Set(ITimer timer, long milliseconds)
    {
        UninterruptedWait wait = default;
        bool isSet = false;
        try
        {
            while (!isSet)
            {
                try
                {
                    timer.Change(TimeSpan.FromMilliseconds(milliseconds), Timeout.InfiniteTimeSpan);
                    isSet = true;
                }
                catch (ThreadInterruptedException)
                {
                    wait.Keep();
                }
            }
        }
        finally
        {
            wait.End();
        }
    }
}
