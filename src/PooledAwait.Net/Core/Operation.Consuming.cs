namespace PooledAwait;

/// <content>What a consumer does: take the outcome, once, and give the object back to its pool. What takes a result is in
/// <see cref="Operation{TResult}"/>.</content>
internal abstract partial class Operation
{
    /// <summary>Whether the consumer must look for a failure. False is certain for a result that was transferred to the caller; otherwise
    /// the field may change at any moment, or be another use's.</summary>
    internal bool MayHaveFailed
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // one load and a test at every await
        get => _contextOrFailure is not null;
    }

    /// <summary>Whether a failure may have several errors: that of a combinator, or of an operation made of a Task. False for a state
    /// machine's box: it depends on the method, which <see cref="TrackedType"/> tells.</summary>
    internal virtual bool MayHaveSeveralErrors => false;

    /// <summary>Consumes what a trampoline of this thread has transferred; the trampoline recycles the object.</summary>
    /// <returns>False if it was not transferred, or the trampoline's frame is not near enough to tell: nothing has happened.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected bool TryConsumeTransferred(short token)
    {
        int word = Atomic.Read(ref _word);
        const uint Relevant = ~(uint)(StateWord.Retired - 1) | StateWord.Transferred;
        nint trampolineId = _trampoline;
        if ((StateWord.Flags(word, token) & Relevant) != StateWord.Transferred || !ThreadState.IsRunBy(trampolineId))
        {
            return false;
        }

        // Only this thread may consume, so no compare-and-swap is needed.
        _trampoline = TrampolineWord.Ended(trampolineId);
        Atomic.Write(ref _word, StateWord.Next(word));
        return true;
    }

    /// <summary>Consumes against other threads, and blocks while the operation is pending. The caller takes the result, clears it and calls
    /// <see cref="Recycle"/>; nobody else can see the object until then. Throws if the handle is stale, the operation has another awaiter,
    /// or its result was transferred to another thread.</summary>
    private protected void ConsumeContended(short token)
    {
        while (true)
        {
            int word = Atomic.Read(ref _word);
            uint flags = StateWord.Flags(word, token);
            if (flags >= StateWord.Retired)
            {
                ThrowStaleToken(token);
            }

            if ((flags & StateWord.Completed) == 0)
            {
                Block(token);
            }
            else if ((flags & StateWord.Transferred) != 0)
            {
                if (!ThreadState.Current.Owns(Atomic.Read(ref _trampoline)))
                {
                    throw Failures.AwaitedTwice(this, token);
                }

                // Transferred to this thread, but the trampoline's frame is too far away to tell. It will find nothing to recycle.
                EndTransferUnconsumed();
            }
            else if (Atomic.CompareExchange(ref _word, StateWord.Next(word), word))
            {
                return;
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void Block(short token)
    {
        BlockingWaiter waiter = new();
        if (TryRegister(waiter, null, kind: 0, token))
        {
            waiter.Wait();
        }
    }

    /// <summary>Takes the failure out; null if there is a result.</summary>
    private protected object? TakeFailure()
    {
        object? failure = _contextOrFailure;
        if (failure is not null)
        {
            // The raised version must be visible before the failure is gone: if GetStatus runs at the same time and finds no failure, it
            // must find that its token is stale. A release orders no store that follows it.
            Interlocked.MemoryBarrier();
            _contextOrFailure = null;
        }

        return failure;
    }

    /// <summary>Clears the result, if there is one, so that a pooled object keeps nothing alive.</summary>
    private protected virtual void ClearResult()
    {
    }

    /// <summary>Consumes the operation as soon as it is complete, without waiting for it.</summary>
    internal void Forget(short token)
    {
        while (true)
        {
            int word = Atomic.Read(ref _word);
            uint flags = StateWord.Flags(word, token);
            if ((flags & ~(uint)StateWord.Registrable) != 0)
            {
                _ = ThrowIfStaleOrAwaited(flags, token);

                // If another holder of the handle is faster, it gets the result.
                if (Atomic.CompareExchange(ref _word, StateWord.Next(word), word))
                {
                    Discard(ThreadState.Current);
                }

                break;
            }

            // The completer consumes it.
            if (Atomic.CompareExchange(ref _word, word | StateWord.Awaited, word))
            {
                break;
            }
        }

        OperationTracker.Current?.Consume(this, token);
    }

    /// <summary>Drops the outcome of an operation that was consumed.</summary>
    private void Discard(ThreadState thread)
    {
        object? failure = TakeFailure();
        ClearResult();
        Recycle(thread);
        if (failure is not null)
        {
            Failure.ReportUnobserved(failure);
        }
    }

    /// <summary>Gives the object back. Its use has no handle, and its registration with the operation that it awaits was refused.</summary>
    private protected void Abandon(ThreadState thread)
    {
        EndRun();
        PublishConsumed(_word);
        _contextOrFailure = null;
        Recycle(thread);
    }

    /// <summary>Gives the object back to its pool after a consumption, or retires it when its version is exhausted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void Recycle(ThreadState thread)
    {
        // The consumption is already recorded, unless the operation has no handle, or the library consumes it.
        OperationTracker.Current?.Consume(this, StateWord.LastToken(_word));
        if ((_word & StateWord.Retired) == 0)
        {
            _pool.Return(thread, this);
        }
        else
        {
            _pool.Count(retired: 1);
        }
    }

    // The trampoline, after the waiter that it resumed has run.

    /// <summary>Ends the transfer. If the waiter has consumed, the object returns to its pool; if it has not, any thread may consume from
    /// now on. If it was consumed in another way, it may serve another use by now; but no other thread writes this trampoline's id, and
    /// trampolines nest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await
    internal void EndTransfer(ThreadState thread)
    {
        nint trampoline = _trampoline;
        if (trampoline == TrampolineWord.Ended(thread.TrampolineId))
        {
            _trampoline = TrampolineWord.None;
            Recycle(thread);
        }
        else if (trampoline == TrampolineWord.Active(thread.TrampolineId))
        {
            EndTransferUnconsumed();
        }
    }

    /// <summary>Lets any thread consume; only for the thread that could consume until now.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare: code that no compiler has written, and consumers far below their trampoline
    private void EndTransferUnconsumed()
    {
        _trampoline = TrampolineWord.None;
        Atomic.Write(ref _word, _word & ~StateWord.Transferred);
    }
}
