namespace PooledAwait;

/// <summary>A pending operation that a combinator waits for, and which one of its inputs it is.</summary>
internal readonly struct Input
{
    private readonly Operation _operation;
    private readonly short _token;

    internal Input(Operation operation, short token, int index)
    {
        _operation = operation;
        _token = token;
        Index = index;
    }

    /// <summary>The place among the combinator's inputs, from 0.</summary>
    internal int Index { get; }

    /// <inheritdoc cref="Operation.IsCompleted"/>
    internal bool IsCompleted => _operation.IsCompleted(_token);

    /// <summary>
    /// Registers a waiter to resume on the completing thread, in whatever context it has, because combinators run no user code. The resumed
    /// waiter must consume this input first.
    /// </summary>
    /// <exception cref="System.InvalidOperationException">The handle is stale, or the operation has an awaiter already.</exception>
    internal void Register(IWaiter waiter) => _operation.Register(waiter, _token);

    /// <inheritdoc cref="Operation.Forget"/>
    internal void Forget() => _operation.Forget(_token);

    /// <summary>Consumes the completed operation.</summary>
    /// <typeparam name="T">The operation's result; <see cref="VoidResult"/> if it has none.</typeparam>
    /// <param name="result">The result, if there is one.</param>
    /// <returns>Null, or the failure.</returns>
    /// <exception cref="System.InvalidOperationException">The handle is stale.</exception>
    internal object? Consume<T>(out T result) => Cast.To<Operation<T>>(_operation).Consume(_token, out result);
}
