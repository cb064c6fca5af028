using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>The context of a suspended waiter, where a capture is one reference.</content>
internal abstract partial class Operation
{
    /// <summary>Captures the ExecutionContext, as the framework does at each await; nothing if none flows.</summary>
    /// <param name="thread">This thread's state.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await
    internal void CaptureContext(ThreadState thread)
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            return;
        }

        object? context = ThreadContexts.Capture(thread.Thread);
        if (ReferenceEquals(context, ThreadContexts.DefaultMark))
        {
            // A store of its own: one store for both would have a write barrier.
            _contextOrFailure = ThreadContexts.DefaultMark;
        }
        else
        {
            _contextOrFailure = context;
        }
    }

    /// <summary>Takes the captured context, or <see cref="ThreadContexts.DefaultMark"/>, out; null if none was captured.</summary>
    internal object? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context;
    }
}
