using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Callbacks of cancellation without an ExecutionContext: they only complete an operation.</summary>
internal static class CancellationCallbacks
{
    /// <summary>Registers a callback. Allocates nothing if the token's source has a registration to reuse.</summary>
    internal static CancellationTokenRegistration Register(Action<object?> callback, object state, CancellationToken cancellationToken) =>
        cancellationToken.UnsafeRegister(callback, state);

    /// <summary>Ends a registration. A callback that runs on another thread is not waited for.</summary>
    internal static void Unregister(CancellationTokenRegistration registration) =>
        Uninterrupted.Run(static ended => ended.Unregister(), registration);
}
