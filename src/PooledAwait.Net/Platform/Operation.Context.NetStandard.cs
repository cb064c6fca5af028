#if !NET
namespace PooledAwait;

/// <content>The context of a suspended box, where <see cref="CapturedContext"/> knows what it is.</content>
internal abstract partial class Operation
{
    /// <summary>Remembers the ExecutionContext in which the body goes on, as the framework does at each await.</summary>
    internal void CaptureContext() => _contextOrFailure = CapturedContext.Capture();

    /// <summary>What was captured at the await that is over; null if there is no context to go on in.</summary>
    internal object? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context;
    }
}
#endif
