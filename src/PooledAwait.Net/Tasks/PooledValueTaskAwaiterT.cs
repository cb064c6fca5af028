using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <summary>Awaits a <see cref="PooledValueTask{T}"/>; for the compiler.</summary>
/// <typeparam name="T">The result.</typeparam>
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
            // Thrown here, in the frame of the async method: see Failure.ToThrowable.
            (throwable as ExceptionDispatchInfo)?.Throw();
            throw Cast.To<Exception>(throwable);
        }

        return result;
    }

    Operation? IOperationAwaiter.Operation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // into MoveNext, with the builder's AwaitUnsafeOnCompleted
        get => _operation;
    }

    int IOperationAwaiter.PackedToken
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
        get => Awaiters.Pack(_token, _continueOnCapturedContext);
    }

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => Awaiters.OnCompleted(
        _operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.FlowExecutionContext);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation)
    {
        BoxRegistration.Learn<PooledValueTaskAwaiter<T>>();
        Awaiters.OnCompleted(_operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.None);
    }
}
