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
        if (((Atomic.Read(ref _state) ^ word) & ~StateWord.Delivered) != 0)
        {
            Failures.ThrowStaleToken();
        }

        return failure is null ? ValueTaskSourceStatus.Succeeded
            : Failure.IsCancellation(failure) ? ValueTaskSourceStatus.Canceled
            : ValueTaskSourceStatus.Faulted;
    }

    /// <summary>
    /// Wins the right to consume what a loop of this thread has delivered, as the box that it resumes does first of all. The
    /// caller must take the result; the loop clears the rest and recycles the object when the box's frame is gone.
    /// </summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <returns>False if it was not delivered, or not from near: nothing has happened.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await; without a profile it would stay a call
    private protected bool TryClaimDelivered(short token)
    {
        int word = Atomic.Read(ref _state);
        const uint Relevant = ~(uint)(StateWord.Dead - 1) | StateWord.Delivered;
        nint loop = _runner;
        if ((StateWord.Flags(word, token) & Relevant) != StateWord.Delivered || !ThreadState.IsRunBy(loop))
        {
            return false;
        }

        // Nobody but this thread may consume, so no exchange is needed to win.
        _runner = ~loop;
        Atomic.Write(ref _state, StateWord.Next(word));
        return true;
    }

    /// <summary>
    /// Wins the right to consume, waiting for completion if need be. The caller must take the result, clear it and call
    /// <see cref="Recycle(ThreadState)"/>; nobody else can see the object until then.
    /// </summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <exception cref="InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the way of a ValueTask's awaiter
    private protected void ClaimAgainstOthers(short token)
    {
        int word = Atomic.Read(ref _state);
        const uint Relevant = ~(uint)(StateWord.Dead - 1) | StateWord.Completed | StateWord.Delivered;
        if ((StateWord.Flags(word, token) & Relevant) != StateWord.Completed
            || !Atomic.CompareExchange(ref _state, StateWord.Next(word), word))
        {
            ClaimOtherwise(token);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void ClaimOtherwise(short token)
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
                if (!ThreadState.Current.Owns(Atomic.Read(ref _runner)))
                {
                    throw Failures.AwaitedTwice();
                }

                // This thread's, seen from afar: its loop needn't care any more.
                Undeliver();
            }
            else if (Atomic.CompareExchange(ref _state, StateWord.Next(word), word))
            {
                return;
            }
        }
    }

    /// <summary>
    /// The box to which this operation was delivered has run. If it has consumed the operation, which is mostly so, the object
    /// goes back to its pool. If it has not, whoever may consume it later does so as if it had not been delivered. Otherwise
    /// the object may be anybody's by now; but what is written in it then is not this loop's.
    /// </summary>
    /// <param name="thread">This thread's state.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    internal void EndDelivery(ThreadState thread)
    {
        nint loop = thread.Runner;
        nint runner = _runner;
        if (runner == ~loop)
        {
            _runner = 0;
            Recycle(thread);
        }
        else if (runner == loop)
        {
            Undeliver();
        }
    }

    /// <summary>
    /// Lets a box keep what this loop hands over, where the box can't be given it as it is resumed. The loop recycles it all the same,
    /// when the box has run.
    /// </summary>
    /// <param name="box">The box, before it is resumed.</param>
    /// <param name="thread">This thread's state.</param>
    /// <returns>False if the operation was delivered, and the box has its handle.</returns>
    internal bool TryLeave(Operation box, ThreadState thread)
    {
        if (_runner != ~thread.Runner)
        {
            return false;
        }

        box.Keep(this, token: 0, isConsumed: true);
        return true;
    }

    /// <summary>As <see cref="TryLeave"/> or else <see cref="EndDelivery"/>, where the box may run when this loop is over: it recycles.</summary>
    /// <inheritdoc cref="TryLeave"/>
    internal void LeaveForGood(Operation box, ThreadState thread)
    {
        if (TryLeave(box, thread))
        {
            _runner = 0;
        }
        else
        {
            EndDelivery(thread);
        }
    }

    /// <summary>Whether who takes the result of what was handed over must recycle it, because no loop will.</summary>
    private protected bool IsLeftForGood => _runner == 0;

    /// <summary>From now on any thread may consume, by an exchange; only for the thread that could consume until now.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // only for code that no compiler has made
    private void Undeliver()
    {
        _runner = 0;
        Atomic.Write(ref _state, _state & ~StateWord.Delivered);
    }

    /// <summary>Ends a consumption: the object goes back to its pool, unless its token has been everything it can be.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
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
        object? failure = TakeFailure();
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
