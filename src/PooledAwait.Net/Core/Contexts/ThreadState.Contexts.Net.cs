using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <content>The thread's contexts.</content>
internal sealed partial class ThreadState
{
    /// <summary>As <see cref="ThreadContexts.Current"/>.</summary>
    internal Thread? Thread { get; } = ThreadContexts.Current;

    /// <summary>As SynchronizationContext.Current, without a further lookup of the thread.</summary>
    internal SynchronizationContext? SynchronizationContext
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of most awaits
        get => ThreadContexts.GetSynchronizationContext(Thread);
    }
}
