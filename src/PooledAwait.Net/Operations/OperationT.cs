using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <summary>An <see cref="Operation"/> with a result.</summary>
/// <typeparam name="TResult">The result; <see cref="VoidResult"/> where there is none.</typeparam>
internal abstract class Operation<TResult> : Operation, IValueTaskSource<TResult>, IValueTaskSource
{
    /// <summary>The result, between completion and consumption. Written by the completer, before it publishes.</summary>
    private protected TResult _result = default!;

    private protected Operation(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>
    /// Takes the result: the object goes back to its pool, now or from the loop, and the handle is not valid any more. A
    /// pending operation is waited for, blocking this thread.
    /// </summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <returns>The result.</returns>
    /// <exception cref="System.InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    internal TResult GetResult(short token)
    {
        // As Consume, without its out: the result is nowhere referred to by address, and goes straight to the caller.
        if (!TryClaimDelivered(token))
        {
            return GetResultAgainstOthers(token);
        }

        if (HasFailed)
        {
            ThrowFailure();
        }

        TResult result = _result;
        ClearResult();
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void ThrowFailure()
    {
        ClearResult();
        Failure.Throw(TakeFailure()!);
    }

    /// <summary>As <see cref="GetResult"/>, but a failure is returned, not thrown.</summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <param name="result">The result.</param>
    /// <returns>Null, or why there is no result.</returns>
    /// <exception cref="System.InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    internal object? Consume(short token, out TResult result) => Consume(token, ThreadState.Current, out result);

    /// <inheritdoc cref="Consume(short, out TResult)"/>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <param name="thread">This thread's state.</param>
    /// <param name="result">The result.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    internal object? Consume(short token, ThreadState thread, out TResult result)
    {
        if (!TryClaimDelivered(token))
        {
            return ConsumeAgainstOthers(token, thread, out result);
        }

        return Take(out result);
    }

    /// <summary>Takes the result of an operation that is consumed; whoever delivered or handed it over recycles it.</summary>
    /// <param name="result">The result.</param>
    /// <returns>Null, or why there is no result.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    internal object? Take(out TResult result)
    {
        result = _result;
        ClearResult();
        return TakeFailure();
    }

    /// <summary>Takes the result of an operation that a box has kept; see <see cref="Operation.Keep"/>.</summary>
    /// <inheritdoc cref="Consume(short, ThreadState, out TResult)"/>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <param name="isConsumed">As the box has kept it.</param>
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
        if (IsLeftForGood)
        {
            Recycle(thread);
        }

        return failure;
    }

    /// <summary>The way of a ValueTask's awaiter, to which nothing is delivered.</summary>
    TResult IValueTaskSource<TResult>.GetResult(short token) => GetResultAgainstOthers(token);

    /// <inheritdoc/>
    void IValueTaskSource.GetResult(short token) => GetResultAgainstOthers(token);

    /// <summary>Completes a source with a result.</summary>
    /// <param name="token">The token of the producer's handle.</param>
    /// <param name="result">The result.</param>
    /// <returns>Whether this call completed the operation.</returns>
    internal bool TrySucceed(short token, TResult result)
    {
        if (!TryClaim(token))
        {
            return false;
        }

        _result = result;
        CompleteAndResume();
        return true;
    }

    private TResult GetResultAgainstOthers(short token)
    {
        // As ConsumeAgainstOthers, without its out: see GetResult.
        ClaimAgainstOthers(token);
        object? failure = TakeFailure();
        TResult result = _result;
        ClearResult();
        Recycle(ThreadState.Current);
        if (failure is not null)
        {
            Failure.Throw(failure);
        }

        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // not the way of our own awaits
    private object? ConsumeAgainstOthers(short token, ThreadState thread, out TResult result)
    {
        ClaimAgainstOthers(token);
        object? failure = TakeFailure();
        result = _result;
        ClearResult();
        Recycle(thread);
        return failure;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    private protected sealed override void ClearResult()
    {
        if (References.MayBeIn<TResult>())
        {
            _result = default!;
        }
    }
}
