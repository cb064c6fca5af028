#if NET
using System;
using System.Threading;
#endif
#if !NET
using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
#endif

namespace PooledAwait;

#if NET
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
#endif

#if !NET
/// <summary>The thread pool, which allocates a work item per call.</summary>
internal static class WorkItems
{
    private static readonly WaitCallback s_resume = static waiter => Trampoline.Run((IWaiter)waiter!);

    /// <summary>Resumes a waiter on the thread pool.</summary>
    [SuppressMessage("Style", "IDE0060", Justification = ".NET's needs the preference.")]
    internal static void Queue(IWaiter waiter, bool preferLocal) => ThreadPool.UnsafeQueueUserWorkItem(s_resume, waiter);

    /// <summary>Calls back on the thread pool.</summary>
    [SuppressMessage("Style", "IDE0060", Justification = ".NET's needs the preference.")]
    internal static void Queue(Action<object?> callback, object? state, bool preferLocal) =>
        ThreadPool.UnsafeQueueUserWorkItem(new WaitCallback(callback), state);

    /// <summary>Calls back on the thread pool, from this thread's queue.</summary>
    internal static void Queue(Action<object?> callback, object? state) => Queue(callback, state, preferLocal: true);
}
#endif
