using System;
using System.Threading;

namespace PooledAwait;

/// <summary>The thread pool, which takes a waiter as its own work item.</summary>
internal static class WorkItems
{
    /// <summary>Resumes a waiter on the thread pool.</summary>
    internal static void Queue(IWaiter waiter, bool preferLocal) => ThreadPool.UnsafeQueueUserWorkItem(waiter, preferLocal);

    /// <summary>Calls back on the thread pool.</summary>
    internal static void Queue(Action<object?> callback, object? state, bool preferLocal) =>
        ThreadPool.UnsafeQueueUserWorkItem(callback, state, preferLocal);

    /// <summary>Calls back on the thread pool, from this thread's queue.</summary>
    internal static void Queue(Action<object?> callback, object? state) => Queue(callback, state, preferLocal: true);
}
