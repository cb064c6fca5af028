namespace PooledAwait;

/// <content>The description of the operation: for tracking, for debuggers, and for the caller that misuses a handle.</content>
[StackTraceHidden]
internal abstract partial class Operation : ITracked
{
    public Type TrackedType => _pool.TypeOf();

    internal string Describe(short token)
    {
        uint flags = Flags(token);
        return flags >= StateWord.Retired ? "Consumed"
            : (flags & StateWord.Completed) != 0 ? "Completed, not yet consumed"
            : (flags & StateWord.Awaited) != 0 ? "Pending, awaited"
            : "Pending";
    }

    /// <summary>Describes the operation and its state to a debugger as the holder of a token sees them; changes nothing.</summary>
    internal string DescribeFully(short token)
    {
        object? continuation = IsCurrent(token) ? _continuation : null;
        string awaiter = continuation is ITracked waiter
            ? " by " + OperationNames.Of(waiter.TrackedType)
            : string.Empty;
        string starter = OperationTracker.Current?.FindStarter(this, token) is { } known ? ", started by " + known : string.Empty;
        return $"{OperationNames.Of(TrackedType)}: {Describe(token)}{awaiter}{starter}";
    }

    /// <summary>Throws what the holder of a stale handle gets.</summary>
    [DoesNotReturn]
    private protected void ThrowStaleToken(short token) =>
        throw (StateWord.IsLater(Word, token)
            ? Failures.NeverValid(TrackedType)
            : Failures.AlreadyConsumed(this, token));

    /// <summary>Finds what awaits this operation, for a profiler: the next box, behind combinators, or what a foreign awaiter
    /// gave.</summary>
    internal object? FindAwaitingBox()
    {
        Operation operation = this;
        while (true)
        {
            object? awaiting = operation._continuation is Action<object?> ? operation._continuationState : operation._continuation;
            if (awaiting is not Operation next || ReferenceEquals(next, this) || next.IsBox)
            {
                return awaiting;
            }

            operation = next;
        }
    }

    private protected virtual bool IsBox => false;
}
