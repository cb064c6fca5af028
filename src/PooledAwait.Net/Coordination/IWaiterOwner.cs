namespace PooledAwait;

/// <summary>A lock, an event or another object that async methods wait for.</summary>
/// <typeparam name="TResult">The result of a wait.</typeparam>
internal interface IWaiterOwner<TResult>
{
    /// <summary>The lock, a field of the owner.</summary>
    ref WaiterLock Lock { get; }

    /// <summary>Takes a waiter out of its queue, because it was canceled or timed out; called under the lock.</summary>
    /// <param name="waiter">A pending waiter of this owner.</param>
    /// <param name="released">Gets the waiters whose waits end because of that.</param>
    void Remove(QueuedWaiter<TResult> waiter, ref WaiterQueue<TResult> released);
}
