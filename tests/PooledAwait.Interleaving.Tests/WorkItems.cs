using System;
using System.Threading;

namespace PooledAwait;

/// <summary>In place of the library's: the thread pool, or the schedule of this thread.</summary>
internal static class WorkItems
{
    /// <summary>Resumes a waiter when the schedule says so.</summary>
    internal static void Queue(IWaiter waiter, bool preferLocal)
    {
        if (!Interleaving.TryQueue(() => Trampoline.Run(waiter)))
        {
            ThreadPool.UnsafeQueueUserWorkItem(waiter, preferLocal);
        }
    }

    /// <summary>Calls back when the schedule says so.</summary>
    internal static void Queue(Action<object?> callback, object? state, bool preferLocal)
    {
        if (!Interleaving.TryQueue(() => callback(state)))
        {
            ThreadPool.UnsafeQueueUserWorkItem(callback, state, preferLocal);
        }
    }

    /// <summary>Calls back on the thread pool, from this thread's queue.</summary>
    internal static void Queue(Action<object?> callback, object? state) => Queue(callback, state, preferLocal: true);
}
