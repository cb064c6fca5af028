using System;
using System.Threading;

namespace PooledAwait;

/// <summary>The thread pool: without an allocation where the platform takes the object itself as the work item.</summary>
internal static class WorkItems
{
#if POOLEDAWAIT_INTERLEAVING
    /// <summary>Resumes a box when the scheduler wants it.</summary>
    internal static void Queue(Operation box, bool preferLocal)
    {
        if (!Interleaving.TryQueue(() => Resumer.Run(box)))
        {
            ThreadPool.UnsafeQueueUserWorkItem(box, preferLocal);
        }
    }

    /// <summary>Calls back when the scheduler wants it.</summary>
    internal static void Queue(Action<object?> callback, object? state)
    {
        if (!Interleaving.TryQueue(() => callback(state)))
        {
            ThreadPool.UnsafeQueueUserWorkItem(callback, state, preferLocal: true);
        }
    }
#elif NET
    /// <summary>Resumes a box on the thread pool.</summary>
    internal static void Queue(Operation box, bool preferLocal) => ThreadPool.UnsafeQueueUserWorkItem(box, preferLocal);

    /// <summary>Calls back on the thread pool.</summary>
    internal static void Queue(Action<object?> callback, object? state) =>
        ThreadPool.UnsafeQueueUserWorkItem(callback, state, preferLocal: true);
#else
    private static readonly WaitCallback s_resume = static box => Resumer.Run((Operation)box!);

    /// <summary>Resumes a box on the thread pool.</summary>
    internal static void Queue(Operation box, bool preferLocal) => ThreadPool.UnsafeQueueUserWorkItem(s_resume, box);

    /// <summary>Calls back on the thread pool.</summary>
    internal static void Queue(Action<object?> callback, object? state) =>
        ThreadPool.UnsafeQueueUserWorkItem(new WaitCallback(callback), state);
#endif
}
