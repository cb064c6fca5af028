using System;
using System.Threading;

namespace PooledAwait;

/// <summary>A source's operation that a CancellationToken can complete, too.</summary>
/// <remarks>
/// The registration's life lies within one use of the object: whoever claims the operation ends it before the result is
/// published, and ending it waits for a callback that is running elsewhere. So a callback always finds the use that it was
/// registered for, and it needs nothing but the object. It runs no code of users unless it wins.
/// </remarks>
/// <typeparam name="TResult">The result.</typeparam>
internal sealed class CancelableSourceOperation<TResult> : SourceOperation<TResult>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(CancelableSourceOperation<TResult>));
    private static readonly Action<object?> s_cancel = static operation => ((CancelableSourceOperation<TResult>)operation!).Cancel();

    private CancellationToken _cancellationToken;

    /// <summary>Written by the creator before the operation becomes cancelable; from then on the claimer's.</summary>
    private CancellationTokenRegistration _registration;

    private CancelableSourceOperation()
        : base(s_pool)
    {
    }

    /// <summary>Rents an operation that is pending, or canceled if the token is.</summary>
    /// <param name="runContinuationsAsynchronously">Whether continuations go through the thread pool.</param>
    /// <param name="cancellationToken">A token that can be canceled.</param>
    internal static CancelableSourceOperation<TResult> RentRegistered(
        bool runContinuationsAsynchronously, CancellationToken cancellationToken)
    {
        CancelableSourceOperation<TResult> operation =
            s_pool.TryRent<CancelableSourceOperation<TResult>>() ?? new CancelableSourceOperation<TResult>();
        if (runContinuationsAsynchronously)
        {
            operation.RunContinuationsAsynchronously();
        }

        operation.Register(cancellationToken);
        return operation;
    }

    private protected override void EndCancelability()
    {
        CancellationTokenRegistration registration = _registration;
        _registration = default;
        _cancellationToken = default;
        registration.Dispose();
    }

    private void Register(CancellationToken cancellationToken)
    {
        _cancellationToken = cancellationToken;

        // From here on the callback may run at any moment, at once and on this thread if the token is canceled already.
        _registration = CancellationCallbacks.Register(s_cancel, this, cancellationToken);
        if (!TryMakeCancelable())
        {
            _registration = default;
            _cancellationToken = default;
        }
    }

    private void Cancel()
    {
        short token = Token;

        // A loser makes no exception; nor does it read a field that the winner may have cleared.
        if (CanBeginCompletion(token))
        {
            TryFail(token, Failure.Of(new OperationCanceledException(_cancellationToken)));
        }
    }
}
