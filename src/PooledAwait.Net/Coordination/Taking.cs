namespace PooledAwait;

/// <summary>Takes what a wait takes, if it is there; called under the lock. <paramref name="result"/> comes from the caller and becomes the
/// result.</summary>
internal delegate bool Taking<TResult>(ref TResult result);
