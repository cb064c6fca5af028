using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>An operation that a producer completes.</summary>
/// <typeparam name="TResult">The result.</typeparam>
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
