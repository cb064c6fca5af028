namespace PooledAwait;

/// <summary>What <c>Then</c> calls: a delegate, with its captured value if there is one, behind one shape.</summary>
/// <typeparam name="TArgument">The antecedent's result.</typeparam>
/// <typeparam name="TResult">The continuation's.</typeparam>
internal interface IContinuation<TArgument, TResult>
{
    /// <summary>Calls the delegate.</summary>
    /// <param name="argument">The antecedent's result.</param>
    /// <param name="result">What it returned, if that is no operation.</param>
    /// <param name="token">
    /// The operation's token. Wide, because it goes through memory: compilers read a whole word there, and a load that covers
    /// more than the store before it waits until that is in the cache.
    /// </param>
    /// <returns>The operation that it started, if it did, and that is not complete from the start; otherwise null.</returns>
    Operation<TResult>? Invoke(TArgument argument, out TResult result, out int token);
}
