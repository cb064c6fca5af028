using System;

namespace PooledAwait;

/// <summary>The common part of all waiters.</summary>
internal static class Waiters
{
    /// <summary>The failure of a wait whose owner was disposed of: each waiter gets a new ObjectDisposedException.</summary>
    internal static readonly object Disposed = new();

    /// <summary>Refuses a Try method whose owner was disposed of.</summary>
    /// <exception cref="ObjectDisposedException">The owner was disposed of.</exception>
    internal static void ThrowIf(bool isDisposed, object owner)
    {
        if (isDisposed)
        {
            throw ToException(owner.GetType());
        }
    }

    /// <summary>The exception of a wait for an owner that was disposed of.</summary>
    internal static ObjectDisposedException ToException(Type owner) => new(OperationNames.Of(owner));
}
