namespace PooledAwait;

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskAwaiter<T>
/// <summary>The awaitable of <see cref="PooledValueTask{T}.ConfigureAwait"/>; for the compiler.</summary>
public readonly struct ConfiguredPooledValueTaskAwaitable<T>
{
    private readonly PooledValueTaskAwaiter<T> _awaiter;

    internal ConfiguredPooledValueTaskAwaitable(Operation<T>? operation, T result, short token, bool continueOnCapturedContext) =>
        _awaiter = new PooledValueTaskAwaiter<T>(operation, result, token, continueOnCapturedContext);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledValueTaskAwaiter<T> GetAwaiter() => _awaiter;
}

/// <summary>The awaitable of <see cref="PooledValueTask.ConfigureAwait"/>; for the compiler.</summary>
public readonly struct ConfiguredPooledValueTaskAwaitable
{
    private readonly PooledValueTaskAwaiter _awaiter;

    internal ConfiguredPooledValueTaskAwaitable(Operation<VoidResult>? operation, short token, bool continueOnCapturedContext) =>
        _awaiter = new PooledValueTaskAwaiter(operation, token, continueOnCapturedContext);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledValueTaskAwaiter GetAwaiter() => _awaiter;
}
