using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Callbacks of cancellation without an ExecutionContext: they only complete an operation.</summary>
internal static partial class CancellationCallbacks
{
    private static CancellationTokenRegistration Begin(Action<object?> callback, object state, CancellationToken cancellationToken)
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            return cancellationToken.Register(callback, state, useSynchronizationContext: false);
        }

        // A registration would capture the context and keep it alive.
        using (ExecutionContext.SuppressFlow())
        {
            return cancellationToken.Register(callback, state, useSynchronizationContext: false);
        }
    }

    private static void End(in CancellationTokenRegistration registration) => registration.Dispose();
}
