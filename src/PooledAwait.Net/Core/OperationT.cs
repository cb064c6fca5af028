using System.Runtime.ExceptionServices;

namespace PooledAwait;

[StackTraceHidden]
internal abstract class Operation<TResult>(OperationPool pool) : Operation(pool), IValueTaskSource<TResult>, IValueTaskSource
{
    /// <summary>While pending: the default, what a combinator has so far, or what the caller passed to a wait. Complete: the result,
    /// written by the completer before it publishes, and taken by the consumer.</summary>
    private protected TResult _result = default!;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a load and two tests at every await
    internal bool IsCompleted(short token)
    {
        uint flags = Flags(token);
        if (flags >= StateWord.Retired)
        {
            ThrowStaleToken(token);
        }

        return (flags & StateWord.Completed) != 0;
    }

    /// <summary>Takes the result; blocks while the operation is pending. The object returns to its pool, now or from the trampoline. Throws
    /// if the handle is stale, or the operation has another awaiter.</summary>
    internal TResult GetResult(short token)
    {
        // As Consume, without a failure: nothing refers to the result by address, so it stays in registers.
        if (!TryConsumeTransferred(token))
        {
            return GetResultSlow(token);
        }

        OperationTracker.Current?.Consume(this, token);
        Debug.Assert(!MayHaveFailed, "a failure is taken by GetResultOrFailure");
        TResult result = _result;
        ClearResult();
        return result;
    }

    /// <summary>As <see cref="GetResult"/>, where <see cref="Operation.MayHaveFailed"/>: the caller throws the failure that
    /// <see cref="Failure.TakeThrowable"/> gives it, in its own frame.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    internal TResult GetResultOrFailure(short token)
    {
        object? failure = Consume(token, out TResult result);
        if (failure is not null)
        {
            Failure.GiveThrowable(failure);
        }

        return result;
    }

    /// <summary>As <see cref="GetResult"/>, but returns the failure instead of throwing it; null if there is a result.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await of a ValueTask, and of a combinator
    internal object? Consume(short token, out TResult result)
    {
        bool isTransferred = TryConsumeTransferred(token);
        if (!isTransferred)
        {
            ConsumeContended(token);
        }

        OperationTracker.Current?.Consume(this, token);
        object? failure = TakeFailure();
        result = _result;
        ClearResult();
        if (!isTransferred)
        {
            Recycle(ThreadState.Current);
        }

        return failure;
    }

    /// <summary>Called by a ValueTask's awaiter: of a box, to which the result is transferred, or of any other code.</summary>
    TResult IValueTaskSource<TResult>.GetResult(short token)
    {
        object? failure = Consume(token, out TResult result);
        if (failure is not null)
        {
            object throwable = Failure.ToThrowable(failure);
            (throwable as ExceptionDispatchInfo)?.Throw();
            throw Cast.To<Exception>(throwable);
        }

        return result;
    }

    void IValueTaskSource.GetResult(short token)
    {
        object? failure = Consume(token, out _);
        if (failure is not null)
        {
            object throwable = Failure.ToThrowable(failure);
            (throwable as ExceptionDispatchInfo)?.Throw();
            throw Cast.To<Exception>(throwable);
        }
    }

    /// <summary>Tries to win against other completers, and writes the outcome, which the winner must publish. If this returns false, the
    /// object may already serve another use.</summary>
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

    [MethodImpl(MethodImplOptions.NoInlining)] // pooled methods have their results transferred
    private TResult GetResultSlow(short token)
    {
        object? failure = Consume(token, out TResult result);
        if (failure is not null)
        {
            Failure.Throw(failure);
        }

        return result;
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
