namespace PooledAwait;

/// <summary>The delegate that <c>Then</c> calls, with its captured value if there is one.</summary>
/// <typeparam name="TArgument">The antecedent's result.</typeparam>
/// <typeparam name="TResult">The continuation's.</typeparam>
internal interface IContinuation<TArgument, TResult>
{
    /// <summary>Calls the delegate.</summary>
    /// <param name="argument">The antecedent's result.</param>
    /// <param name="result">The delegate's result, unless it started an operation.</param>
    /// <param name="token">
    /// The operation's token, as an <c>int</c>. A <c>short</c> would be stored in two bytes and loaded in four, and such a load waits for
    /// the store.
    /// </param>
    /// <returns>The operation that the delegate started; null if the result is here.</returns>
    Operation<TResult>? Invoke(TArgument argument, out TResult result, out int token);
}
