namespace PooledAwait;

/// <summary>What the consumer of a <see cref="CompletionQueue{TCompletion}"/> awaits while nothing is ready: whether there is a next one.</summary>
internal sealed class NextCompletion : Operation<bool>
{
    private static readonly OperationPool s_pool = OperationPool.Create(typeof(NextCompletion));

    private NextCompletion()
        : base(s_pool)
    {
    }

    /// <summary>Rents a pending one.</summary>
    internal static NextCompletion Rent()
    {
        object? pooled = s_pool.TryRent();
        return pooled is not null ? Cast.To<NextCompletion>(pooled) : new NextCompletion();
    }

    /// <summary>Ends the wait from inside a loop, which goes on with the box that awaits: so the stack stays constant.</summary>
    /// <param name="token">The token of this use.</param>
    /// <param name="isThere">Whether there is a next completion.</param>
    /// <param name="thread">As in <see cref="Operation.Complete"/>.</param>
    /// <returns>The box that awaits, to be returned to the loop; null if there is none.</returns>
    internal Operation? End(short token, bool isThere, ThreadState? thread)
    {
        if (!TryClaim(token))
        {
            return null;
        }

        _result = isThere;
        return Complete(thread);
    }
}
