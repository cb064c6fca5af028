using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Callbacks of cancellation without an ExecutionContext: they only complete an operation.</summary>
internal static partial class CancellationCallbacks
{
    // Allocates nothing if the token's source has a registration to reuse.
    private static CancellationTokenRegistration Begin(Action<object?> callback, object state, CancellationToken cancellationToken) =>
        cancellationToken.UnsafeRegister(callback, state);

    private static void End(in CancellationTokenRegistration registration) => registration.Unregister();
}
