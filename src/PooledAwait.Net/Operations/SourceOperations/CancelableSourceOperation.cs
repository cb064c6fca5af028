using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>A source's operation that a CancellationToken or a deadline can complete, too.</summary>
/// <remarks>
/// The winner ends the registration and the deadline before it publishes the result, without waiting for a callback that runs elsewhere. A
/// late callback may find the object in another use: it ends that use only if that use's own token is canceled. A late timer names its use,
/// and changes no other.
/// </remarks>
/// <typeparam name="TResult">The result.</typeparam>
internal sealed class CancelableSourceOperation<TResult> : SourceOperation<TResult>, ITimed
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(CancelableSourceOperation<TResult>));
    private static readonly Action<object?> s_cancel = static operation => ((CancelableSourceOperation<TResult>)operation!).Cancel();

    /// <summary>The present use's. Written by the creator before it registers; cleared by the claimer before it publishes.</summary>
    private CancellationToken _cancellationToken;
    private Deadline _deadline;

    /// <summary>Written by the creator before the operation becomes cancelable; from then on the claimer's.</summary>
    private CancellationTokenRegistration _registration;

    private CancelableSourceOperation()
        : base(s_pool)
    {
    }

    /// <summary>Rents an operation that is pending, or complete if the token is canceled or the time is over.</summary>
    /// <param name="options">Where continuations run.</param>
    /// <param name="milliseconds">The deadline; -1 for none.</param>
    /// <param name="timeProvider">The deadline's clock.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    internal static CancelableSourceOperation<TResult> RentRegistered(
        TaskCreationOptions options, long milliseconds, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        CancelableSourceOperation<TResult> operation = s_pool.TryRent<CancelableSourceOperation<TResult>>()
            ?? new CancelableSourceOperation<TResult>();
        operation.Apply(options);

        operation.Register(milliseconds, timeProvider, cancellationToken);
        return operation;
    }

    ref Deadline ITimed.Deadline => ref _deadline;

    void ITimed.Elapse(short token)
    {
        if (CanBeginCompletion(token))
        {
            TryFail(token, Failure.TimedOut);
        }
    }

    private protected override void EndCancelability()
    {
        CancellationTokenRegistration registration = _registration;
        _registration = default;
        _cancellationToken = default;
        CancellationCallbacks.EndQuietly(registration);
        _deadline.Stop();
    }

    private void Register(long milliseconds, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        _cancellationToken = cancellationToken;
        try
        {
            // From here on the callbacks may run at any moment, the first at once and on this thread if the token is canceled already.
            if (cancellationToken.CanBeCanceled)
            {
                _registration = CancellationCallbacks.Register(s_cancel, this, cancellationToken);
            }

            _deadline.Start(this, Token, milliseconds, timeProvider);
        }
        catch
        {
            // The token's source is disposed of, or the clock threw. No handle exists, so the object is left to the garbage collector.
            EndCancelability();
            throw;
        }

        if (!TryMakeCancelable())
        {
            // One of the two was faster. No handle exists, so the use lasts until this ends the other.
            EndCancelability();
        }
    }

    private void Cancel()
    {
        // The version first, with acquire: a later use's token may be read with an older version, which completes nothing, but no older
        // token with a later version.
        short token = CurrentToken;
        CancellationToken cancellationToken = _cancellationToken;
        if (cancellationToken.IsCancellationRequested && CanBeginCompletion(token))
        {
            TryFail(token, Failure.Of(cancellationToken));
        }
    }
}
