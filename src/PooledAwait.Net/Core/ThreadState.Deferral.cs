namespace PooledAwait;

/// <content>The box that awaits the Task which a method has just completed. The framework would resume it inside the builder's SetResult,
/// so that the methods of a chain would nest. Instead the trampoline resumes it when MoveNext has returned.</content>
internal sealed partial class ThreadState
{
    /// <summary>What the Task calls: the box, or something else, which <see cref="TryDefer"/> never gets.</summary>
    private object? _continuation;

    private bool _isDeferred;

    /// <summary>Before a method that the innermost trampoline runs completes its Task; null after that. A box that is deferred
    /// stays.</summary>
    internal void ExpectContinuation(object? continuation)
    {
        if (!_isDeferred)
        {
            _continuation = continuation;
        }
    }

    /// <summary>Leaves a box, which the caller has claimed, to the trampoline that runs the completing method.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
    internal bool TryDefer(Operation waiter)
    {
        if (!ReferenceEquals(_continuation, waiter) || _isDeferred)
        {
            return false;
        }

        _isDeferred = true;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test
    internal Operation? TakeDeferred()
    {
        if (!_isDeferred)
        {
            return null;
        }

        _isDeferred = false;
        Operation waiter = Cast.To<Operation>(_continuation!);
        _continuation = null;
        return waiter;
    }
}
