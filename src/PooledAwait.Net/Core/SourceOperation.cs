namespace PooledAwait;

[PublicName("PooledValueTaskSource<>")]
internal class SourceOperation<TResult>(OperationPool pool) : Operation<TResult>(pool)
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(SourceOperation<TResult>));

    private SourceOperation()
        : this(s_pool)
    {
    }

    /// <summary>Rents a pending operation; its <see cref="Operation.Token"/> is the handle's.</summary>
    internal static SourceOperation<TResult> Rent() => s_pool.TryRent<SourceOperation<TResult>>() ?? new SourceOperation<TResult>();

    /// <summary>As above, with options and limits. A time of -1 ms is no deadline.</summary>
    internal static SourceOperation<TResult> Rent(
        TaskCreationOptions options, long milliseconds, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        if (cancellationToken.CanBeCanceled || milliseconds != Timeout.Infinite)
        {
            return LimitedOperation<TResult>.RentStarted(options, milliseconds, timeProvider, cancellationToken);
        }

        SourceOperation<TResult> operation = Rent();
        operation.Apply(options);
        return operation;
    }
}
