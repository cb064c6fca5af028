namespace PooledAwait;

internal interface IInputObserver<in T>
{
    /// <summary>Takes the outcome of a consumed input; must not throw. The token is that of the use that listens, because the observer may
    /// serve another use by now. Returns the operation that this call completes, for the trampoline to publish; null if none.</summary>
    Operation? Observe(short token, int index, T result, object? failure);
}
