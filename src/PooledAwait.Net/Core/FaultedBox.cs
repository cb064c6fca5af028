namespace PooledAwait;

/// <summary>The operation of a method that threw before it suspended, or of a hand-driven builder: it has no state machine.</summary>
[PublicName("an async method that failed before it suspended")]
internal sealed class FaultedBox<TResult>() : MethodBox<TResult>(s_pool)
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(FaultedBox<TResult>));

    /// <summary>True for a combinator that has failed at once.</summary>
    internal override bool MayHaveSeveralErrors => true;

    internal static FaultedBox<TResult> Rent() => s_pool.TryRent<FaultedBox<TResult>>() ?? new FaultedBox<TResult>();
}
