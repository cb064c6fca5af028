namespace PooledAwait;

/// <summary>What <c>Then</c> calls: a delegate, with its captured value if there is one, behind one shape.</summary>
/// <typeparam name="TArgument">The antecedent's result.</typeparam>
/// <typeparam name="TResult">The continuation's.</typeparam>
internal interface IContinuation<TArgument, TResult>
{
    /// <summary>Calls the delegate.</summary>
    /// <param name="argument">The antecedent's result.</param>
    /// <returns>What it returned: complete from the start, unless the delegate starts an operation.</returns>
    PooledValueTask<TResult> Invoke(TArgument argument);
}
