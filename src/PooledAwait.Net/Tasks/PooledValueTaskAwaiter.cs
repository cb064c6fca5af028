using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

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

    /// <inheritdoc cref="PooledValueTaskAwaiter{T}.IsCompleted"/>
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
            // As in PooledValueTaskAwaiter<T>.
            (throwable as ExceptionDispatchInfo)?.Throw();
            throw Cast.To<Exception>(throwable);
        }
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
        BoxRegistration.Learn<PooledValueTaskAwaiter>();
        Awaiters.OnCompleted(_operation, _token, continuation, _continueOnCapturedContext, ValueTaskSourceOnCompletedFlags.None);
    }
}
