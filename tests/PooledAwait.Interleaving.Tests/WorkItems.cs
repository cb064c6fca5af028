namespace PooledAwait;

/// <summary>
/// In place of the library's: the schedule of this thread. A thread without one prepares a run or checks its outcome, and nothing else goes
/// on: what it queues runs at once, and not on another thread during the next run.
/// </summary>
internal static class WorkItems
{
    /// <summary>Resumes a waiter when the schedule says so.</summary>
    internal static void Queue(Operation waiter, bool preferLocal)
    {
        _ = preferLocal;
        waiter.MarkQueued();
        if (!Interleaving.TryQueue(waiter.Execute))
        {
            waiter.Execute();
        }
    }

    /// <summary>Calls back when the schedule says so.</summary>
    internal static void Queue(Action<object?> callback, object? state, bool preferLocal)
    {
        _ = preferLocal;
        if (!Interleaving.TryQueue(() => callback(state)))
        {
            callback(state);
        }
    }

    /// <inheritdoc cref="Queue(Action{object?}, object?, bool)"/>
    internal static void Queue(Action<object?> callback, object? state) => Queue(callback, state, preferLocal: true);
}
