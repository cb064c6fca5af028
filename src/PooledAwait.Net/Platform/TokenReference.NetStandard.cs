using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>A CancellationToken as an object: in a box.</summary>
internal static class TokenReference
{
    /// <summary>Gets the object.</summary>
    /// <param name="cancellationToken">A token that can be canceled.</param>
    internal static object Of(CancellationToken cancellationToken) => cancellationToken;

    /// <summary>Creates the exception of a task that the token has canceled.</summary>
    /// <param name="reference">From <see cref="Of"/>.</param>
    internal static TaskCanceledException ToException(object reference)
    {
        // Not Task.FromCanceled: that wants a token whose cancellation was requested, and SetCanceled takes any.
        TaskCompletionSource<bool> canceled = new();
        canceled.TrySetCanceled((CancellationToken)reference);
        return new TaskCanceledException(canceled.Task);
    }
}
