namespace PooledAwait;

internal sealed partial class ThreadState
{
    internal Thread? Thread { get; } = ThreadContexts.Current;

    /// <summary>As SynchronizationContext.Current, without a further lookup of the thread.</summary>
    internal SynchronizationContext? SynchronizationContext
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of most awaits
        get => ThreadContexts.GetSynchronizationContext(Thread);
    }
}
