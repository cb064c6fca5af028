using System.Runtime.ExceptionServices;

namespace PooledAwait;

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskAwaiter<T>
/// <summary>Awaits a <see cref="PooledValueTask"/>; for the compiler.</summary>
[StackTraceHidden]
public readonly struct PooledValueTaskAwaiter : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly Operation<VoidResult>? _operation;
    private readonly short _token;
    private readonly bool _continueOnCapturedContext;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledValueTaskAwaiter(Operation<VoidResult>? operation, short token, bool continueOnCapturedContext)
    {
        _operation = operation;
        _token = token;
        _continueOnCapturedContext = continueOnCapturedContext;
    }

    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _operation is null || _operation.IsCompleted(_token);
    }

    /// <summary>Ends the await and consumes the task. Blocks while the operation is pending.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void GetResult()
    {
        if (_operation is null)
        {
            return;
        }

        if (!_operation.MayHaveFailed)
        {
            _operation.GetResult(_token);
            return;
        }

        _operation.GetResultOrFailure(_token);
        if (Failure.TakeThrowable() is { } throwable)
        {
            // Thrown here for the reason that PooledValueTaskAwaiter<T> gives.
            (throwable as ExceptionDispatchInfo)?.Throw();
            throw Cast.To<Exception>(throwable);
        }
    }

    Operation? IOperationAwaiter.Operation { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _operation; }

    int IOperationAwaiter.PackedToken
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
        get => Awaiters.Pack(_token, _continueOnCapturedContext);
    }

    public void OnCompleted(Action continuation) => Awaiters.OnCompleted(
        _operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.FlowExecutionContext);

    public void UnsafeOnCompleted(Action continuation)
    {
        BoxRegistration.Learn<PooledValueTaskAwaiter>();
        Awaiters.OnCompleted(_operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.None);
    }
}

/// <summary>Awaits a <see cref="PooledValueTask{T}"/>; for the compiler.</summary>
[StackTraceHidden]
public readonly struct PooledValueTaskAwaiter<T> : ICriticalNotifyCompletion, IOperationAwaiter
{
    private readonly Operation<T>? _operation;
    private readonly T _result;
    private readonly short _token;
    private readonly bool _continueOnCapturedContext;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledValueTaskAwaiter(Operation<T>? operation, in T result, short token, bool continueOnCapturedContext)
    {
        _operation = operation;
        _result = result;
        _token = token;
        _continueOnCapturedContext = continueOnCapturedContext;
    }

    /// <summary>Whether the operation is complete.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _operation is null || _operation.IsCompleted(_token);
    }

    /// <summary>Takes the result and consumes the task. Blocks while the operation is pending.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T GetResult()
    {
        if (_operation is null)
        {
            return _result;
        }

        if (!_operation.MayHaveFailed)
        {
            return _operation.GetResult(_token);
        }

        T result = _operation.GetResultOrFailure(_token);
        if (Failure.TakeThrowable() is { } throwable)
        {
            // Thrown here, so that the stack trace begins in the async method: see Failure.ToThrowable.
            (throwable as ExceptionDispatchInfo)?.Throw();
            throw Cast.To<Exception>(throwable);
        }

        return result;
    }

    Operation? IOperationAwaiter.Operation { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _operation; }

    int IOperationAwaiter.PackedToken
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
        get => Awaiters.Pack(_token, _continueOnCapturedContext);
    }

    public void OnCompleted(Action continuation) => Awaiters.OnCompleted(
        _operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.FlowExecutionContext);

    public void UnsafeOnCompleted(Action continuation)
    {
        BoxRegistration.Learn<PooledValueTaskAwaiter<T>>();
        Awaiters.OnCompleted(_operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.None);
    }
}
