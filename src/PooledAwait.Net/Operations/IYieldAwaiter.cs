namespace PooledAwait;

/// <summary>How our builders recognize our own awaiter that only yields.</summary>
internal interface IYieldAwaiter
{
    /// <summary>Captures the context for a waiter, and resumes it elsewhere.</summary>
    void Yield(IWaiter waiter);
}
