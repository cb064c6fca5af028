using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Registers for a cancellation, without the ExecutionContext where the platform can do that.</summary>
internal static class CancellationCallbacks
{
    internal static CancellationTokenRegistration Register(Action<object?> callback, object state, CancellationToken cancellationToken) =>
#if NET
        cancellationToken.UnsafeRegister(callback, state);
#else
        cancellationToken.Register(callback, state, useSynchronizationContext: false);
#endif
}
