using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>A source's operation that a CancellationToken or a deadline can complete, too.</summary>
/// <typeparam name="TResult">The result.</typeparam>
internal sealed class CancelableSourceOperation<TResult> : SourceOperation<TResult>, ILimited
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(CancelableSourceOperation<TResult>));

    private Limits _limits;

    private CancelableSourceOperation()
        : base(s_pool)
    {
    }

    ref Limits ILimited.Limits => ref _limits;

    ref Deadline ITimed.Deadline => ref _limits._deadline;

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
        operation.ApplyCancelable();
        operation._limits.Begin(operation.Token, cancellationToken);
        try
        {
            // From here on the callbacks may run at any moment, the first at once and on this thread if the token is canceled already.
            operation._limits.Start(operation, milliseconds, timeProvider);
        }
        catch
        {
            // No handle exists, so the object is left to the garbage collector.
            operation._limits.End();
            throw;
        }

        if (!operation._limits._setup.TryOpen())
        {
            // One of the two was faster. No handle exists, so the use lasts until this ends the other.
            operation._limits.End();
        }

        return operation;
    }

    void ILimited.Cancel(short use, CancellationToken cancellationToken)
    {
        if (CanBeginCompletion(use))
        {
            TryFail(use, Failure.Of(cancellationToken));
        }
    }

    void ITimed.Elapse(short token)
    {
        if (CanBeginCompletion(token))
        {
            TryFail(token, Failure.TimedOut);
        }
    }

    private protected override void EndCancelability()
    {
        if (!_limits._setup.LeaveToSetup())
        {
            _limits.End();
        }
    }
}
