using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// Calls of the framework that may wait for one of its locks, where the caller must not fail: between a claim and its publication, or where
/// the wait is not the user's. An interrupt of the thread is kept for the caller's own next wait.
/// </summary>
internal static class Uninterrupted
{
    /// <summary>Runs an action until no interrupt ends it.</summary>
    /// <param name="action">The action, which has done nothing if its wait was interrupted.</param>
    /// <param name="state">Its argument.</param>
    internal static void Run<T>(Action<T> action, T state)
    {
        bool isDone = false;
        bool wasInterrupted = false;
        try
        {
            while (!isDone)
            {
                try
                {
                    action(state);
                    isDone = true;
                }
                catch (ThreadInterruptedException)
                {
                    wasInterrupted = true;
                }
            }
        }
        finally
        {
            if (wasInterrupted)
            {
                Thread.CurrentThread.Interrupt();
            }
        }
    }
}
