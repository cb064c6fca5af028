#if NET
using System.Threading;

namespace PooledAwait;

/// <content>The context of a suspended box, where capturing is a matter of a reference.</content>
internal abstract partial class Operation
{
    /// <summary>Remembers the ExecutionContext in which the body goes on, as the framework does at each await.</summary>
    internal void CaptureContext() => _contextOrFailure = ExecutionContext.Capture();

    /// <summary>The context captured at the await that is over; null if its flow was suppressed.</summary>
    internal ExecutionContext? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context is null ? null : Cast.To<ExecutionContext>(context);
    }

    /// <summary>Undoes <see cref="TakeContext"/>.</summary>
    internal void PutBackContext(ExecutionContext context) => _contextOrFailure = context;
}
#endif
