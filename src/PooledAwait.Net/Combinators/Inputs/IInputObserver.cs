namespace PooledAwait;

/// <summary>What a <see cref="Listener{T}"/> tells the outcome of its input.</summary>
/// <typeparam name="T">The input's result; <see cref="VoidResult"/> if it has none.</typeparam>
internal interface IInputObserver<in T>
{
    /// <summary>Takes the outcome of an input, which is consumed by now. Must not throw.</summary>
    /// <param name="token">The token of the observer's use that the listener was made for; the observer may be in another.</param>
    /// <param name="index">Which input it is, from 0.</param>
    /// <param name="result">Its result, if there is one.</param>
    /// <param name="failure">Null, or why there is no result.</param>
    /// <returns>What this completes, to be published by the trampoline that runs the listener; null if nothing.</returns>
    Operation? Observe(short token, int index, T result, object? failure);
}
