namespace PooledAwait;

internal abstract partial class Operation
{
    /// <summary>Captures the ExecutionContext, as the framework does at each await; nothing if none flows.</summary>
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
            // A separate store, because a common store of both values would have a write barrier. Release, here and below: a thread in
            // GetStatus with the token of the use before, which sees this value, must see that its use has ended.
            Volatile.Write(ref _contextOrFailure, ThreadContexts.DefaultMark);
        }
        else
        {
            Volatile.Write(ref _contextOrFailure, context);
        }
    }
}
