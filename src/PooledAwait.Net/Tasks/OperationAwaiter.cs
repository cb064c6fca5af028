namespace PooledAwait;

/// <summary>The common part of the awaiters that return an outcome or throw all errors.</summary>
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly struct OperationAwaiter<T>(in PooledValueTask<T> task, bool continueOnCapturedContext)
{
    private readonly Operation<T>? _operation = task._operation;
    private readonly T _result = task._result;
    private readonly short _token = task._token;
    private readonly bool _continueOnCapturedContext = continueOnCapturedContext;

    internal bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _operation is null || _operation.IsCompleted(_token);
    }

    /// <summary>Whether a waiter can register: the task is pending and has no awaiter.</summary>
    internal bool CanRegister
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _operation is not null && _operation.CanRegister(_token);
    }

    internal Operation? Operation { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _operation; }

    internal int PackedToken
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Awaiters.Pack(_token, _continueOnCapturedContext);
    }

    internal OperationAwaiter<T> ConfigureAwait(bool continueOnCapturedContext) =>
        new(new PooledValueTask<T>(_operation, _result, _token), continueOnCapturedContext);

    /// <summary>Consumes the task; blocks while it is pending. Returns null, or the failure, which counts as observed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal object? Consume(out T result)
    {
        if (_operation is null)
        {
            result = _result;
            return null;
        }

        object? failure = _operation.Consume(_token, out result);
        return failure is null ? null : Failure.Observe(failure);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Completion<T> GetCompletion()
    {
        object? failure = Consume(out T result);
        return new Completion<T>(0, result, failure);
    }

    internal T GetResultOrAllErrors()
    {
        object? failure = Consume(out T result);
        if (failure is not null)
        {
            Failure.ThrowAll(failure);
        }

        return result;
    }

    internal void OnCompleted(Action continuation) => Awaiters.OnCompleted(
        _operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.FlowExecutionContext);

    internal void UnsafeOnCompleted<TAwaiter>(Action continuation)
        where TAwaiter : struct, IOperationAwaiter
    {
        BoxRegistration.Learn<TAwaiter>();
        Awaiters.OnCompleted(_operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.None);
    }
}
