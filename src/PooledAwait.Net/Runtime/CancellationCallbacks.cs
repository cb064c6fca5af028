namespace PooledAwait;

/// <summary>Callbacks of cancellation without an ExecutionContext: they only complete an operation.</summary>
internal static class CancellationCallbacks
{
    /// <summary>Registers a callback. If the thread is interrupted at the source's lock, the interruption is kept for its next
    /// wait.</summary>
    internal static CancellationTokenRegistration Register(Action<object?> callback, object state, CancellationToken cancellationToken) =>
        // Interrupted before anything is registered, or where the source is canceled already: then the callback may be called twice.
        UninterruptedWait.Repeat(static use => Begin(use.callback, use.state, use.cancellationToken), (callback, state, cancellationToken));

    /// <summary>Ends a registration between a claim and its publication, where nothing may throw. Does not wait for a callback that another
    /// thread runs (netstandard2.0 has no such end, and waits). A callback therefore completes no more than the use whose token is
    /// canceled: it reads the use's version, then the use's token, and does nothing unless that token is canceled.</summary>
    internal static void EndQuietly(in CancellationTokenRegistration registration) =>
        // Interrupted at the source's lock, or at the wait. If the registration has not ended, it can be ended again.
        _ = UninterruptedWait.Repeat(
            static registration =>
            {
                End(registration);
                return true;
            },
            registration);

#if NET
    // Allocates nothing if the token's source has a registration to reuse.
    private static CancellationTokenRegistration Begin(Action<object?> callback, object state, CancellationToken cancellationToken) =>
        cancellationToken.UnsafeRegister(callback, state);

    private static void End(in CancellationTokenRegistration registration) => registration.Unregister();
#else
    private static CancellationTokenRegistration Begin(Action<object?> callback, object state, CancellationToken cancellationToken)
    {
        // A registration would capture the context and keep it alive.
        using AsyncFlowControl? suppression = ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
        return cancellationToken.Register(callback, state, useSynchronizationContext: false);
    }

    private static void End(in CancellationTokenRegistration registration) => registration.Dispose();
#endif
}
