namespace PooledAwait;

/// <content>What a completer does: win, write the outcome, publish it, and find the waiter to resume.</content>
internal abstract partial class Operation
{
    /// <summary>Whether a setter with this token could still win.</summary>
    internal bool CanBeginCompletion(short token)
    {
        uint flags = Flags(token);
        return flags < StateWord.Retired && (flags & (StateWord.Completing | StateWord.Completed)) == 0;
    }

    /// <summary>Ends the registration with a CancellationToken; called by the winner, before anything is published.</summary>
    private protected virtual void EndCancelability()
    {
    }

    /// <summary>Wins the right to write the result. A loser may touch nothing: the object may serve another use already.</summary>
    private protected bool TryBeginCompletion(short token)
    {
        while (true)
        {
            int word = Atomic.Read(ref _word);
            uint flags = StateWord.Flags(word, token);
            if (flags >= StateWord.Retired || (flags & (StateWord.Completing | StateWord.Completed)) != 0)
            {
                return false;
            }

            if (StateWord.IsBeingRegistered(word))
            {
                WaitForRegistration();
            }
            else if (Atomic.CompareExchange(ref _word, word | StateWord.Completing, word))
            {
                EndCancelability();
                return true;
            }

            // If an awaiter has registered meanwhile, this tries again. If a setter or a consumer was faster, the flags say so.
        }
    }

    /// <summary>Publishes the result. Returns the waiter that this thread's trampoline must resume, or null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the trampolines
    internal Operation? Complete(ThreadState thread) => TryPublishToWaiter(thread) ?? CompleteSlow(thread);

    /// <summary>Publishes the result to a waiter that the caller's trampoline resumes, and transfers it. Returns null, with nothing done,
    /// if another continuation, or none, is registered.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Operation? TryPublishToWaiter(ThreadState thread)
    {
        int word = Atomic.Read(ref _word);
        if ((word & StateWord.HowResumed) != StateWord.ResumedHere)
        {
            return null;
        }

        // Taken out before Completed is published: from then on a consumer may recycle the object.
        Operation waiter = Cast.To<Operation>(_continuation!);
        _continuation = null;
        PublishTransferred(word, thread);
        return waiter;
    }

    /// <summary>Publishes the result if nobody awaits it. Returns false if a continuation is registered: it and the word now belong to the
    /// caller, who takes the continuation out and publishes.</summary>
    private bool TryPublishToNobody(out int word)
    {
        word = Atomic.Read(ref _word);
        while ((word & StateWord.Awaited) == 0)
        {
            if (StateWord.IsBeingRegistered(word))
            {
                WaitForRegistration();
            }
            else if (Atomic.CompareExchange(ref _word, word | StateWord.Completed, word))
            {
                return true; // The exchange is the release, and decides against an awaiter that registers now.
            }

            word = Atomic.Read(ref _word);
        }

        return false;
    }

    /// <summary>Whether the completer's trampoline resumes the awaiter, at once and on its thread: a waiter that registered itself, or an
    /// armed one. Only for the completer.</summary>
    private bool IsResumedHere(int word) =>
        (word & StateWord.HowResumed) == StateWord.ResumedHere
        || ((word & StateWord.Awaited) != 0
            && _continuation is Operation
            && ((word & StateWord.Asynchronous) == 0
                ? _continuationState is null
                : IsBox && _continuationState is { } context && ReferenceEquals(context, SchedulingContext.Current)));

    /// <summary>Takes the continuation out, before the caller publishes.</summary>
    private object TakeContinuation(out object? state)
    {
        object continuation = _continuation!;
        state = _continuationState;
        _continuation = null;
        _continuationState = null;
        return continuation;
    }

    private void Publish(int word) => Atomic.Write(ref _word, word | StateWord.Completed);

    /// <summary>Publishes the result, and transfers it to the waiter that the caller's trampoline resumes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PublishTransferred(int word, ThreadState thread)
    {
        _trampoline = TrampolineWord.Active(thread.TrampolineId);

        // Release: the consumer that sees Completed must see the result, and the trampoline.
        Atomic.Write(ref _word, word | StateWord.Transferred | StateWord.Completed);
    }

    /// <summary>Publishes and consumes in one step: every handle is stale before it can see the result.</summary>
    private void PublishConsumed(int word) => Atomic.Write(ref _word, StateWord.Next(word));

    internal bool TryFail(short token, object failure)
    {
        if (!TryBeginCompletion(token))
        {
            return false;
        }

        SetFailure(failure);
        Trampoline.CompleteAndRun(this);
        return true;
    }

    /// <summary>Writes how the operation ends; null is a result. The waiter's context in the field isn't needed any more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a success compiles to one store
    private protected void SetFailure(object? failure)
    {
        _contextOrFailure = failure is null ? null : Keep(failure);
    }

    /// <summary>Gets the form in which the operation keeps a failure. Without an awaiter, or with a blocked thread (it may be interrupted),
    /// it reports itself. For a continuation that runs later, <see cref="CompleteSlow"/> takes the stack trace along.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private object Keep(object failure) =>
        (Word & StateWord.Awaited) == 0 || _continuation is BlockingWaiter ? Failure.MakeUnobserved(failure)! : failure;

    /// <summary>Publishes a result that is already written. No trampoline can run the continuation here, so it is queued.</summary>
    internal void Complete()
    {
        Operation? waiter = CompleteSlow(thread: null);
        Debug.Assert(waiter is null, "without a trampoline, a waiter is queued");
    }

    /// <param name="thread">This thread, in the trampoline that resumes the returned waiter at once; null if it must be queued.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // nobody awaits, or a delegate, a blocked thread, or a waiter that is queued or posted
    private Operation? CompleteSlow(ThreadState? thread)
    {
        if (TryPublishToNobody(out int word))
        {
            return null;
        }

        if (thread is not null && (word & StateWord.HowResumed) == StateWord.ResumedHere)
        {
            return Complete(thread);
        }

        if (StateWord.IsForgotten(word))
        {
            PublishConsumed(word);
            Discard(thread ?? ThreadState.Current);
            return null;
        }

        bool isResumedHere = thread is not null && IsResumedHere(word);
        object continuation = TakeContinuation(out object? state);
        if (isResumedHere && Cast.To<Operation>(continuation).TryClaim())
        {
            PublishTransferred(word, thread!);
            return Cast.To<Operation>(continuation);
        }

        if (_contextOrFailure is { } failure)
        {
            // The continuation runs later, and others may throw the same exception before. A context may drop what is posted to it: then
            // nobody gets the failure.
            bool isPosted = !isResumedHere
                && (continuation is Operation ? state is not null : state is ScheduledCallback { IsPosted: true });
            _contextOrFailure = isPosted ? Failure.MakeUnobserved(failure) : Failure.Capture(failure);
        }

        // A thread that blocks consumes when it wakes.
        Publish(continuation is BlockingWaiter ? StateWord.WithoutAwaiter(word) : word);
        if (!isResumedHere)
        {
            Schedule(continuation, state, thread is null ? word | StateWord.Asynchronous : word, IsBox && thread is not null);
        }

        // Otherwise the armed waiter was already resumed. It may be armed for another operation by now, so don't claim it a second time.
        return null;
    }

    /// <summary>Runs or queues a continuation that no trampoline resumes.</summary>
    /// <param name="isOfAMethod">Whether <see cref="StateWord.Asynchronous"/> says that a method ends by Task's rule on a thread that has a
    /// context: what captured the same context runs here.</param>
    private static void Schedule(object continuation, object? state, int word, bool isOfAMethod)
    {
        if (isOfAMethod && (word & StateWord.Asynchronous) != 0 && state is ScheduledCallback { IsInItsContext: true })
        {
            ScheduledCallback.InvokeHere(ScheduledCallback.Run, state);
            return;
        }

        bool preferLocal = (word & StateWord.Fair) == 0;
        switch (continuation)
        {
            case Operation waiter:
                if ((word & StateWord.ByWaiter) != 0 || waiter.TryClaim())
                {
                    SchedulingContext.Queue(state, waiter, preferLocal);
                }

                break;
            case BlockingWaiter waiter:
                waiter.Set();
                break;
            default:
                ScheduledCallback.Invoke(
                    Cast.To<Action<object?>>(continuation), state, (word & StateWord.Asynchronous) != 0, preferLocal);
                break;
        }
    }

    /// <summary>Waits for the second store of a registration: longer than some nanoseconds only if that thread is preempted right there. An
    /// interruption does not end the wait, because the caller may have claimed the operation.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void WaitForRegistration()
    {
        UninterruptedWait wait = default;
        while (StateWord.IsBeingRegistered(Word))
        {
            Interleaving.WaitFor(() => !StateWord.IsBeingRegistered(UnorderedWord));
            wait.SpinOnce();
        }

        wait.End();
    }

    /// <summary>Moves this operation's waiter to the operation whose result it would pass on, and recycles this one, so that recursion
    /// takes constant memory. Only for the completer, which is done with this operation then. Returns false if the waiter can't
    /// follow, or there is none yet; throws if the other's handle is stale or awaited. In both cases nothing was done.</summary>
    private protected bool TryForwardTo(Operation other, short token, ThreadState thread)
    {
        int word = Word;
        if ((word & StateWord.HowResumed) != StateWord.ResumedHere)
        {
            return false;
        }

        Operation waiter = Cast.To<Operation>(_continuation!);
        if (!waiter.TryFollow(other, token))
        {
            return false;
        }

        try
        {
            // The waiter may run elsewhere as soon as it is registered, and knows nothing of this operation.
            other.Register(waiter, token);
        }
        catch
        {
            waiter.TryFollow(this, StateWord.Token(word));
            throw;
        }

        _ = TakeContinuation(out _);
        PublishConsumed(word);
        Recycle(thread);
        return true;
    }
}
