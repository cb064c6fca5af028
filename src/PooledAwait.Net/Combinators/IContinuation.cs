namespace PooledAwait;

/// <summary>The delegate that <c>Then</c> calls, with its captured value if there is one.</summary>
internal interface IContinuation<TArgument, TResult>
{
    /// <summary>Calls the delegate. Returns the operation that the delegate started; null if the result is here. The token is an
    /// <c>int</c>, because a <c>short</c> would be stored in two bytes and loaded in four, and such a load waits for the store.</summary>
    Operation<TResult>? Invoke(TArgument argument, out TResult result, out int token);
}
