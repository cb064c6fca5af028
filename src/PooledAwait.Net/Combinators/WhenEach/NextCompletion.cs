namespace PooledAwait;

/// <summary>
/// What the consumer of a <see cref="CompletionQueue{TCompletion}"/> awaits while nothing is ready: whether there is a next one.
/// </summary>
internal sealed class NextCompletion : Operation<bool>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(NextCompletion));

    private NextCompletion()
        : base(s_pool)
    {
    }

    /// <summary>Rents a pending one.</summary>
    internal static NextCompletion Rent()
    {
        return s_pool.TryRent<NextCompletion>() ?? new NextCompletion();
    }

    /// <summary>
    /// Ends the wait, for a caller that publishes that: a trampoline, which resumes the waiter in constant stack.
    /// </summary>
    /// <param name="token">The token of this use.</param>
    /// <param name="isThere">Whether there is a next completion.</param>
    /// <returns>Whether this has ended it, and the caller is to publish it.</returns>
    internal bool TryEnd(short token, bool isThere)
    {
        if (!TryBeginCompletion(token))
        {
            return false;
        }

        _result = isThere;
        return true;
    }
}
