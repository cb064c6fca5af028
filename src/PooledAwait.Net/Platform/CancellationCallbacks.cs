using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Callbacks of cancellation, which set a result and so need no context of their own.</summary>
internal static class CancellationCallbacks
{
#if NET
    /// <summary>Registers a callback. Allocates nothing where the token's source has a registration to reuse.</summary>
    internal static CancellationTokenRegistration Register(Action<object?> callback, object state, CancellationToken cancellationToken) =>
        cancellationToken.UnsafeRegister(callback, state);
#else
    /// <summary>Registers a callback.</summary>
    internal static CancellationTokenRegistration Register(Action<object?> callback, object state, CancellationToken cancellationToken)
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            return cancellationToken.Register(callback, state, useSynchronizationContext: false);
        }

        // The registration would capture the context, and keep it alive.
        using (ExecutionContext.SuppressFlow())
        {
            return cancellationToken.Register(callback, state, useSynchronizationContext: false);
        }
    }
#endif
}
