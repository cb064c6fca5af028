namespace PooledAwait;

/// <content>A waiter is its own work item, because the thread pool of .NET takes objects.</content>
internal abstract partial class Operation : IThreadPoolWorkItem
{
    /// <summary>Called by the thread pool. Either <see cref="WorkItems"/> queued the waiter, or the framework queued an armed
    /// box.</summary>
    public void Execute()
    {
        if (TryClaimWorkItem())
        {
            Trampoline.RunUnguarded(this);
        }
    }
}
