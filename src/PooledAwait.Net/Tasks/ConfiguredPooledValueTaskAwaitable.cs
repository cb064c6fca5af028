using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>The awaitable of <see cref="PooledValueTask{T}.ConfigureAwait"/>; for the compiler.</summary>
/// <typeparam name="T">The result.</typeparam>
public readonly struct ConfiguredPooledValueTaskAwaitable<T>
{
    private readonly PooledValueTaskAwaiter<T> _awaiter;

    internal ConfiguredPooledValueTaskAwaitable(Operation<T>? operation, T result, short token, bool continueOnCapturedContext) =>
        _awaiter = new PooledValueTaskAwaiter<T>(operation, result, token, continueOnCapturedContext);

    /// <summary>Gets the awaiter; for the compiler.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledValueTaskAwaiter<T> GetAwaiter() => _awaiter;
}

/// <summary>The awaitable of <see cref="PooledValueTask.ConfigureAwait"/>; for the compiler.</summary>
public readonly struct ConfiguredPooledValueTaskAwaitable
{
    private readonly PooledValueTaskAwaiter _awaiter;

    internal ConfiguredPooledValueTaskAwaitable(Operation<VoidResult>? operation, short token, bool continueOnCapturedContext) =>
        _awaiter = new PooledValueTaskAwaiter(operation, token, continueOnCapturedContext);

    /// <summary>Gets the awaiter; for the compiler.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledValueTaskAwaiter GetAwaiter() => _awaiter;
}
