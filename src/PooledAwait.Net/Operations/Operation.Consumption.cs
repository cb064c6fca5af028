using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <content>The consumer's side: looking, taking the result, and giving the object back.</content>
internal abstract partial class Operation
{
    /// <summary>Whether the operation is complete.</summary>
    /// <param name="token">The token of the handle that asks.</param>
    /// <exception cref="InvalidOperationException">The handle is not valid any more.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // one load and two tests at every await
    internal bool IsCompleted(short token)
    {
        uint flags = StateWord.Flags(Atomic.Read(ref _state), token);
        if (flags >= StateWord.Dead)
        {
            Failures.ThrowStaleToken();
        }

        return (flags & StateWord.Completed) != 0;
    }

    /// <inheritdoc/>
    public ValueTaskSourceStatus GetStatus(short token)
    {
        int word = Atomic.Read(ref _state);
        if (StateWord.Flags(word, token) >= StateWord.Dead)
        {
            Failures.ThrowStaleToken();
        }

        if ((word & StateWord.Completed) == 0)
        {
            return ValueTaskSourceStatus.Pending;
        }

        Interleaving.Point();
        object? failure = _contextOrFailure;

        // A consumer that won meanwhile may have lent the object out again; then what was read is somebody else's.
        if (Atomic.Read(ref _state) != word)
        {
            Failures.ThrowStaleToken();
        }

        return failure is null ? ValueTaskSourceStatus.Succeeded
            : Failure.IsCancellation(failure) ? ValueTaskSourceStatus.Canceled
            : ValueTaskSourceStatus.Faulted;
    }

    /// <summary>
    /// Wins the right to consume, waiting for completion if need be. The caller must take the result, clear it and call
    /// <see cref="Recycle(ThreadState)"/>; nobody else can see the object until then.
    /// </summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <param name="thread">This thread's state.</param>
    /// <returns>Null, or why there is no result.</returns>
    /// <exception cref="InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await; without a profile it would stay a call
    private protected object? Claim(short token, ThreadState thread)
    {
        int word = Atomic.Read(ref _state);
        uint flags = StateWord.Flags(word, token);
        const int Theirs = StateWord.Completed | StateWord.Delivered;
        if (flags < StateWord.Dead && (flags & Theirs) == Theirs && _runner == thread.Number)
        {
            // Nobody but this thread may consume, so no exchange is needed to win.
            _runner = 0;
            Atomic.Write(ref _state, StateWord.Next(word));
        }
        else
        {
            ClaimAgainstOthers(token);
        }

        object? failure = _contextOrFailure;
        _contextOrFailure = null;
        return failure;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // not the way of our own awaits
    private void ClaimAgainstOthers(short token)
    {
        while (true)
        {
            int word = Atomic.Read(ref _state);
            uint flags = StateWord.Flags(word, token);
            if (flags >= StateWord.Dead)
            {
                Failures.ThrowStaleToken();
            }

            if ((flags & StateWord.Completed) == 0)
            {
                BlockUntilCompleted(token);
            }
            else if ((flags & StateWord.Delivered) != 0)
            {
                throw Failures.AwaitedTwice();
            }
            else if (Atomic.CompareExchange(ref _state, StateWord.Next(word), word))
            {
                return;
            }
        }
    }

    /// <summary>Ends a consumption: the object goes back to its pool, unless its token has been everything it can be.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Claim
    private protected void Recycle(ThreadState thread)
    {
        if ((_state & StateWord.Dead) == 0)
        {
            _pool.Return(thread, this);
        }
        else
        {
            _pool.Retire();
        }
    }

    /// <summary>Consumes the operation as soon as it is complete, without waiting for it.</summary>
    /// <param name="token">The token of the handle.</param>
    /// <param name="forgotten">Where an error goes.</param>
    /// <exception cref="InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    internal void Forget(short token, Forgotten forgotten)
    {
        if (!TryRegister(forgotten, null, kind: 0, token))
        {
            Discard(token, forgotten);
        }
    }

    /// <summary>Consumes a complete operation that was forgotten.</summary>
    private void Discard(short token, Forgotten forgotten)
    {
        int word = Atomic.Read(ref _state);
        if (StateWord.Flags(word, token) < StateWord.Dead && Atomic.CompareExchange(ref _state, StateWord.Next(word), word))
        {
            EndDiscard(forgotten, ThreadState.Current);
        }

        // Otherwise somebody used the handle after Forget and was faster: the result is theirs.
    }

    private void EndDiscard(Forgotten forgotten, ThreadState thread)
    {
        object? failure = _contextOrFailure;
        _contextOrFailure = null;
        ClearResult();
        Recycle(thread);
        if (failure is not null)
        {
            forgotten.Report(failure);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // the hot path never blocks
    private void BlockUntilCompleted(short token)
    {
        BlockingWaiter waiter = new();
        if (TryRegister(waiter, null, kind: 0, token))
        {
            waiter.Wait();
        }
    }
}
