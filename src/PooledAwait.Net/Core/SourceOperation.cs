using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>An operation that a producer completes.</summary>
[PublicName("PooledValueTaskSource<>")]
internal class SourceOperation<TResult> : Operation<TResult>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(SourceOperation<TResult>));

    private SourceOperation()
        : base(s_pool)
    {
    }

    private protected SourceOperation(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>Rents a pending operation; its <see cref="Operation.Token"/> is the handle's.</summary>
    internal static SourceOperation<TResult> Rent() => s_pool.TryRent<SourceOperation<TResult>>() ?? new SourceOperation<TResult>();

    /// <inheritdoc cref="Rent()"/>
    /// <param name="options">Where continuations run.</param>
    /// <param name="milliseconds">Completes the operation when it is over; -1 for no deadline.</param>
    /// <param name="timeProvider">The deadline's clock.</param>
    /// <param name="cancellationToken">Completes the operation when it is canceled.</param>
    internal static SourceOperation<TResult> Rent(
        TaskCreationOptions options, long milliseconds, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        if (cancellationToken.CanBeCanceled || milliseconds != Timeout.Infinite)
        {
            return CancelableSourceOperation<TResult>.RentRegistered(
                options, milliseconds, timeProvider, cancellationToken);
        }

        SourceOperation<TResult> operation = Rent();
        operation.Apply(options);

        return operation;
    }
}

/// <summary>A source's operation that a CancellationToken or a deadline can complete, too.</summary>
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

/// <summary>Where the continuations of a source run, in the framework's words.</summary>
internal static class SourceOptions
{
    /// <summary>Refuses options that a source has no use for, as TaskCompletionSource does.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// An option other than RunContinuationsAsynchronously and PreferFairness, or the second without the first.
    /// </exception>
    internal static TaskCreationOptions Validate(TaskCreationOptions options, string parameter) =>
        options is TaskCreationOptions.None
            or TaskCreationOptions.RunContinuationsAsynchronously
            or (TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness)
            ? options
            : throw new ArgumentOutOfRangeException(
                parameter, options, "Pass None, RunContinuationsAsynchronously, or that with PreferFairness for the global queue.");

    /// <summary>Refuses options that a Task has no use for: a Task queues its continuations locally, whatever its source wants.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option other than RunContinuationsAsynchronously.</exception>
    internal static TaskCreationOptions ValidateForTask(TaskCreationOptions options, string parameter) =>
        options is TaskCreationOptions.None or TaskCreationOptions.RunContinuationsAsynchronously
            ? options
            : throw new ArgumentOutOfRangeException(
                parameter, options, "Pass None or RunContinuationsAsynchronously. For PreferFairness use a PooledValueTaskSource.");
}
