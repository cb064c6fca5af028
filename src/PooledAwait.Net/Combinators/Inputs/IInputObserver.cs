namespace PooledAwait;

/// <summary>Receives the outcome of an input from a <see cref="Listener{T}"/>.</summary>
/// <typeparam name="T">The input's result; <see cref="VoidResult"/> if it has none.</typeparam>
internal interface IInputObserver<in T>
{
    /// <summary>Takes the outcome of a consumed input. Must not throw.</summary>
    /// <param name="token">The token of the use that listens to the input. The observer may serve another use already.</param>
    /// <param name="index">Which input it is, from 0.</param>
    /// <param name="result">Its result, if there is one.</param>
    /// <param name="failure">Null, or the failure.</param>
    /// <returns>The operation that this call completes, for the trampoline to publish; null if none.</returns>
    Operation? Observe(short token, int index, T result, object? failure);
}
