using System.Threading;

namespace PooledAwait;

/// <content>The end of a registration.</content>
internal static partial class CancellationCallbacks
{
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
