namespace PooledAwait;

/// <summary>
/// Awaited by the consumer of a <see cref="CompletionQueue{TCompletion}"/> while no outcome is ready; its result says whether there is a
/// next one.
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
    /// Ends the wait. The calling trampoline publishes it, so that the waiter resumes in constant stack.
    /// </summary>
    /// <param name="token">The token of this use.</param>
    /// <param name="isThere">Whether there is a next completion.</param>
    /// <returns>Whether this call ended the wait, so that the caller must publish it.</returns>
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
