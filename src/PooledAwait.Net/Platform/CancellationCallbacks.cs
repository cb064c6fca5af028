using System;
using System.Threading;

namespace PooledAwait;

/// <content>The begin and the end of a registration.</content>
internal static partial class CancellationCallbacks
{
    /// <summary>
    /// Registers a callback. An interruption of the wait for the source's lock is no outcome of the operation: it is kept for the caller's
    /// own next wait.
    /// </summary>
    internal static CancellationTokenRegistration Register(Action<object?> callback, object state, CancellationToken cancellationToken)
    {
        UninterruptedWait wait = default;
        while (true)
        {
            try
            {
                CancellationTokenRegistration registration = Begin(callback, state, cancellationToken);
                wait.End();
                return registration;
            }
            catch (ThreadInterruptedException)
            {
                // Thrown before anything is registered, or where the source is canceled already: then the callback may be called twice.
                wait.Keep();
            }
        }
    }

    /// <summary>
    /// Ends a registration between a claim and its publication, where nothing may throw. Does not wait for a callback that another thread
    /// runs (netstandard2.0 has no such end, and waits). A callback therefore completes no more than the use whose token is canceled: it
    /// reads the use's version, then the use's token, and does nothing unless that token is canceled.
    /// </summary>
    /// <param name="registration">The registration, or a default instance.</param>
    internal static void EndQuietly(in CancellationTokenRegistration registration)
    {
        UninterruptedWait wait = default;
        while (true)
        {
            try
            {
                End(registration);
                break;
            }
            catch (ThreadInterruptedException)
            {
                // From the source's lock, or from the wait. The registration can be ended again, if it has not ended.
                wait.Keep();
            }
        }

        wait.End();
    }
}
