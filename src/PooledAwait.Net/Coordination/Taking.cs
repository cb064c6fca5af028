namespace PooledAwait;

/// <summary>Takes what a wait takes, if it is there; called under the lock.</summary>
/// <param name="result">What the wait has brought along; gets the result of the wait.</param>
/// <returns>Whether it was taken.</returns>
/// <typeparam name="TResult">The result of a wait.</typeparam>
internal delegate bool Taking<TResult>(ref TResult result);
