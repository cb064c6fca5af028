using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <summary>An <see cref="Operation"/> with a result.</summary>
/// <typeparam name="TResult">The result; <see cref="VoidResult"/> where there is none.</typeparam>
[StackTraceHidden]
internal abstract class Operation<TResult> : Operation, IValueTaskSource<TResult>, IValueTaskSource
{
    /// <summary>See <see cref="Operation"/>'s table.</summary>
    private protected TResult _result = default!;

    private protected Operation(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>
    /// Takes the result; blocks while the operation is pending. The object returns to its pool, now or from the trampoline.
    /// </summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <returns>The result.</returns>
    /// <exception cref="System.InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    internal TResult GetResult(short token)
    {
        // As Consume, without its out parameter: nothing refers to the result by address, so it stays in registers.
        if (!TryConsumeTransferred(token))
        {
            return GetResultContended(token);
        }

        OperationTracker.Current?.Consume(this, token);
        Debug.Assert(!HasFailed, "a failure is taken by GetResultOrFailure");
        TResult result = _result;
        ClearResult();
        return result;
    }

    /// <summary>
    /// As <see cref="GetResult"/>, where <see cref="Operation.MayHaveFailed"/>: the caller throws the failure that
    /// <see cref="Failure.TakeThrowable"/> gives it, in its own frame.
    /// </summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <returns>The result, if there is one.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    internal TResult GetResultOrFailure(short token)
    {
        if (Consume(token, out TResult result) is { } failure)
        {
            Failure.GiveThrowable(failure);
        }

        return result;
    }

    /// <summary>As <see cref="GetResult"/>, but a failure is returned, not thrown.</summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <param name="result">The result.</param>
    /// <returns>Null, or why there is no result.</returns>
    /// <exception cref="System.InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    internal object? Consume(short token, out TResult result)
    {
        if (!TryConsumeTransferred(token))
        {
            return ConsumeContended(token, ThreadState.Current, out result);
        }

        OperationTracker.Current?.Consume(this, token);
        return Take(out result);
    }

    /// <inheritdoc cref="Consume(short, out TResult)"/>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <param name="thread">This thread's state.</param>
    /// <param name="result">The result.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await of a combinator
    internal object? Consume(short token, ThreadState thread, out TResult result) =>
        TryConsumeTransferred(token) ? Take(out result) : ConsumeContended(token, thread, out result);

    /// <summary>Takes the result of an operation that is consumed, and that the trampoline recycles.</summary>
    /// <param name="result">The result.</param>
    /// <returns>Null, or why there is no result.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await of a combinator
    internal object? Take(out TResult result)
    {
        result = _result;
        ClearResult();
        return TakeFailure();
    }

    /// <summary>Takes the result of an operation that an <see cref="ITransferTarget"/> has kept.</summary>
    /// <inheritdoc cref="Consume(short, ThreadState, out TResult)"/>
    /// <param name="token">As <see cref="ITransferTarget.AcceptLater"/> was given it.</param>
    /// <param name="isConsumed">As <see cref="ITransferTarget.AcceptLater"/> was given it.</param>
    /// <param name="thread">This thread's state.</param>
    /// <param name="result">The result.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    internal object? ConsumeKept(short token, bool isConsumed, ThreadState thread, out TResult result)
    {
        if (!isConsumed)
        {
            return Consume(token, thread, out result);
        }

        object? failure = Take(out result);
        if (IsRecycledByWaiter)
        {
            Recycle(thread);
        }

        return failure;
    }

    /// <summary>Called by a ValueTask's awaiter: of a box, to which the result is transferred, or of any other code.</summary>
    TResult IValueTaskSource<TResult>.GetResult(short token)
    {
        TResult result = ConsumeResult(token, out object? failure);
        if (failure is not null)
        {
            object throwable = Failure.ToThrowable(failure);
            (throwable as ExceptionDispatchInfo)?.Throw();
            throw Cast.To<Exception>(throwable);
        }

        return result;
    }

    /// <inheritdoc/>
    void IValueTaskSource.GetResult(short token)
    {
        ConsumeResult(token, out object? failure);
        if (failure is not null)
        {
            object throwable = Failure.ToThrowable(failure);
            (throwable as ExceptionDispatchInfo)?.Throw();
            throw Cast.To<Exception>(throwable);
        }
    }

    /// <summary>Tries to win against other completers, and writes the outcome; the winner must publish it.</summary>
    /// <param name="token">The token of this completer's use.</param>
    /// <param name="result">The result.</param>
    /// <param name="failure">Null, or the failure.</param>
    /// <returns>Whether this completer won. If not, the object may already serve another use.</returns>
    internal bool TryDecide(short token, TResult result, object? failure)
    {
        if (!TryBeginCompletion(token))
        {
            return false;
        }

        _result = result;
        SetFailure(failure);
        return true;
    }

    /// <summary>Completes the operation with a result.</summary>
    /// <param name="token">The token of the producer's handle.</param>
    /// <param name="result">The result.</param>
    /// <returns>Whether this call completed the operation.</returns>
    internal bool TrySucceed(short token, TResult result)
    {
        if (!TryBeginCompletion(token))
        {
            return false;
        }

        _result = result;
        Trampoline.CompleteAndRun(this);
        return true;
    }

    /// <summary>As <see cref="Consume(short, out TResult)"/>, but the result is returned, as by <see cref="GetResult"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await of a ValueTask
    private TResult ConsumeResult(short token, out object? failure)
    {
        if (!TryConsumeTransferred(token))
        {
            return GetResultContended(token, out failure);
        }

        OperationTracker.Current?.Consume(this, token);
        failure = TakeFailure();
        TResult result = _result;
        ClearResult();
        return result;
    }

    private TResult GetResultContended(short token)
    {
        TResult result = GetResultContended(token, out object? failure);
        if (failure is not null)
        {
            Failure.Throw(failure);
        }

        return result;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await of a ValueTask
    private TResult GetResultContended(short token, out object? failure)
    {
        ConsumeContended(token);
        failure = TakeFailure();
        TResult result = _result;
        ClearResult();
        Recycle(ThreadState.Current);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // pooled methods and combinators have their results transferred
    private object? ConsumeContended(short token, ThreadState thread, out TResult result)
    {
        ConsumeContended(token);
        object? failure = TakeFailure();
        result = _result;
        ClearResult();
        Recycle(thread);
        return failure;
    }

    private protected sealed override void LearnAwaiters()
    {
        if (typeof(TResult) == typeof(VoidResult))
        {
            ValueTaskReaders.Learn((IValueTaskSource)this);
        }
        else
        {
            ValueTaskReaders.Learn<TResult>(this);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // nothing, where the result has no references
    private protected sealed override void ClearResult()
    {
        if (References.MayBeIn<TResult>())
        {
            _result = default!;
        }
    }
}
