#if NET
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// Keeps what a call does to the thread's contexts from its caller, as the framework's builders do around the first part of
/// an async method. For calls of which that is all; methods go through the framework's own guard.
/// </summary>
internal readonly struct ContextGuard
{
    private readonly ExecutionContext? _context;
    private readonly SynchronizationContext? _synchronizationContext;

    private ContextGuard(ExecutionContext context, SynchronizationContext? synchronizationContext)
    {
        _context = context;
        _synchronizationContext = synchronizationContext;
    }

    /// <summary>Remembers the contexts.</summary>
    /// <param name="guard">Puts them back.</param>
    /// <returns>False where they can't be put back this way: the flow of the ExecutionContext is suppressed.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // both contexts are fields of the thread, found once
    internal static bool TryEnter(out ContextGuard guard)
    {
        ExecutionContext? context = ExecutionContext.Capture();
        guard = new ContextGuard(context!, SynchronizationContext.Current);
        return context is not null;
    }

    /// <summary>Puts the contexts back if the call has changed them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Exit()
    {
        if (!ReferenceEquals(_context, ExecutionContext.Capture()) || !ReferenceEquals(_synchronizationContext, SynchronizationContext.Current))
        {
            Restore();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void Restore()
    {
        SynchronizationContext.SetSynchronizationContext(_synchronizationContext);
        ExecutionContext.Restore(_context!);
    }
}
#endif
