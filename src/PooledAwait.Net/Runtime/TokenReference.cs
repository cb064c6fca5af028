namespace PooledAwait;

/// <summary>A CancellationToken as an object, without boxing it, because a token consists of a reference to its source. A sample is checked
/// once. If the check fails, and on netstandard2.0, tokens are boxed.</summary>
internal static class TokenReference
{
#if NET
    private static readonly bool s_isSource = IsSource();

    internal static object Of(CancellationToken cancellationToken) =>
        s_isSource ? Unsafe.As<CancellationToken, object>(ref cancellationToken) : cancellationToken;

    /// <summary>Creates the exception of a task that the token has canceled.</summary>
    internal static TaskCanceledException ToException(object reference) => new("A task was canceled.", null, ToToken(reference));

    private static CancellationToken ToToken(object reference)
    {
        if (reference is CancellationToken boxed)
        {
            return boxed;
        }

        Debug.Assert(s_isSource && reference is CancellationTokenSource, "the failure is no cancellation");
        return Unsafe.As<object, CancellationToken>(ref reference);
    }

    private static bool IsSource()
    {
        CancellationTokenSource source = new();
        CancellationToken cancellationToken = source.Token;
        return Unsafe.SizeOf<CancellationToken>() == Unsafe.SizeOf<nint>()
            && ReferenceEquals(Unsafe.As<CancellationToken, object>(ref cancellationToken), source);
    }
#else
    internal static object Of(CancellationToken cancellationToken) => cancellationToken;

    internal static TaskCanceledException ToException(object reference)
    {
        // Not Task.FromCanceled: that wants a token whose cancellation was requested, and SetCanceled takes any.
        TaskCompletionSource<bool> canceled = new();
        canceled.TrySetCanceled((CancellationToken)reference);
        return new TaskCanceledException(canceled.Task);
    }
#endif
}
