using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <content>The context of a suspended waiter, where a capture is one reference.</content>
internal abstract partial class Operation
{
    /// <summary>Captures the ExecutionContext, as the framework does at each await; nothing if none flows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the thread is found once, here and for the scheduling context
    internal void CaptureContext()
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            return;
        }

        ExecutionContext? context = ExecutionContext.Capture();
        if (ReferenceEquals(context, DefaultContext.Known))
        {
            // A store of its own: one store for both would have a write barrier.
            _contextOrFailure = DefaultContext.Mark;
        }
        else
        {
            _contextOrFailure = context;
        }
    }

    /// <summary>Takes the captured context, or <see cref="DefaultContext.Mark"/>, out; null if none was captured.</summary>
    internal object? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context;
    }

    /// <summary>Undoes <see cref="TakeContext"/>.</summary>
    internal void PutBackContext(ExecutionContext context) => _contextOrFailure = context;
}
