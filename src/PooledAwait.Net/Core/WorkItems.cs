namespace PooledAwait;

/// <summary>The thread pool. On .NET it takes a waiter as its own work item; elsewhere it allocates one per call.</summary>
internal static class WorkItems
{
#if NET
    internal static void Queue(Operation waiter, bool preferLocal)
    {
        waiter.MarkQueued();
        ThreadPool.UnsafeQueueUserWorkItem(waiter, preferLocal);
    }

    internal static void Queue(Action<object?> callback, object? state, bool preferLocal) =>
        ThreadPool.UnsafeQueueUserWorkItem(callback, state, preferLocal);
#else
    private static readonly WaitCallback s_resume = static waiter => Trampoline.Run((Operation)waiter!);

    internal static void Queue(Operation waiter, bool preferLocal) => ThreadPool.UnsafeQueueUserWorkItem(s_resume, waiter);

    internal static void Queue(Action<object?> callback, object? state, bool preferLocal) =>
        ThreadPool.UnsafeQueueUserWorkItem(new WaitCallback(callback), state);
#endif

    /// <summary>Calls back on the thread pool, from this thread's queue.</summary>
    internal static void Queue(Action<object?> callback, object? state) => Queue(callback, state, preferLocal: true);
}
