namespace PooledAwait;

/// <summary>An operation that a producer completes by hand.</summary>
/// <typeparam name="TResult">The result.</typeparam>
internal sealed class SourceOperation<TResult> : Operation<TResult>
{
    private static readonly OperationPool s_pool = OperationPool.Create(typeof(SourceOperation<TResult>));

    private SourceOperation()
        : base(s_pool)
    {
    }

    /// <summary>Rents a pending operation; its <see cref="Operation.Token"/> is the handle's.</summary>
    internal static SourceOperation<TResult> Rent()
    {
        object? pooled = s_pool.TryRent();
        return pooled is not null ? Cast.To<SourceOperation<TResult>>(pooled) : new SourceOperation<TResult>();
    }
}
