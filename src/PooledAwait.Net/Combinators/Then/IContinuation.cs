namespace PooledAwait;

/// <summary>The delegate that <c>Then</c> calls, with its captured value if there is one.</summary>
/// <typeparam name="TArgument">The antecedent's result.</typeparam>
/// <typeparam name="TResult">The continuation's.</typeparam>
internal interface IContinuation<TArgument, TResult>
{
    /// <summary>Calls the delegate.</summary>
    /// <param name="argument">The antecedent's result.</param>
    /// <returns>The delegate's result, or the operation that it started.</returns>
    PooledValueTask<TResult> Invoke(TArgument argument);
}
