#if NET
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <content>The context of a suspended box, where capturing is a matter of a reference.</content>
internal abstract partial class Operation
{
    /// <summary>Remembers the ExecutionContext in which the body goes on, as the framework does at each await.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // beside what else is read of the thread
    internal void CaptureContext()
    {
        ExecutionContext? context = ExecutionContext.Capture();
        if (ReferenceEquals(context, DefaultContext.Known))
        {
            // A store of its own: one for both would have the other's write barrier.
            _contextOrFailure = DefaultContext.Mark;
        }
        else
        {
            _contextOrFailure = context;
        }
    }

    /// <summary>The context captured at the await that is over, or <see cref="DefaultContext.Mark"/>; null if its flow was suppressed.</summary>
    internal object? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context;
    }

    /// <summary>Undoes <see cref="TakeContext"/>.</summary>
    internal void PutBackContext(ExecutionContext context) => _contextOrFailure = context;
}
#endif
