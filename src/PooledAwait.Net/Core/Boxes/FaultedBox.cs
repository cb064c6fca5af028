namespace PooledAwait;

/// <summary>
/// The operation without a state machine: of a method that threw before it suspended, or whose builder is not driven by a compiler's code.
/// </summary>
/// <typeparam name="TResult">The method's result.</typeparam>
[PublicName("an async method that failed before it suspended")]
internal sealed class FaultedBox<TResult> : MethodBox<TResult>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(FaultedBox<TResult>));

    private FaultedBox()
        : base(s_pool)
    {
    }

    /// <summary>Of a combinator that has failed at once.</summary>
    internal override bool MayHaveSeveralErrors => true;

    internal static FaultedBox<TResult> Rent() => s_pool.TryRent<FaultedBox<TResult>>() ?? new FaultedBox<TResult>();
}
