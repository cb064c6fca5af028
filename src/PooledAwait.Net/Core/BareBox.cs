namespace PooledAwait;

/// <summary>A box without a state machine: of a method that failed before it suspended, or of a builder that code drives by hand and asks
/// for its task at once.</summary>
[PublicName("an async method that failed before it suspended")]
internal sealed class BareBox<TResult>() : MethodBox<TResult>(s_pool)
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(BareBox<TResult>));

    /// <summary>True, because the method may be a combinator that failed at once.</summary>
    internal override bool MayHaveSeveralErrors => true;

    internal static BareBox<TResult> Rent() => s_pool.TryRent<BareBox<TResult>>() ?? new BareBox<TResult>();
}
