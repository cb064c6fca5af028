using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <content>The steps of awaiters, producers, consumers and the trampoline, by the transitions.</content>
internal abstract partial class Operation
{
    /// <summary>Whether there is no result; for the consumer.</summary>
    private protected bool HasFailed => _contextOrFailure is not null;

    /// <summary>
    /// Whether the consumer must look for a failure. False is certain for a result that was transferred to the caller; otherwise the field
    /// may change at any moment, or be another use's.
    /// </summary>
    internal bool MayHaveFailed
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // one load and a test at every await
        get => _contextOrFailure is not null;
    }

    // Questions of awaiters and producers.

    /// <summary>Whether the operation is complete.</summary>
    /// <param name="token">The token of the caller's handle.</param>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // one load and two tests at every await
    internal bool IsCompleted(short token)
    {
        uint flags = Flags(token);
        if (flags >= StateWord.Retired)
        {
            ThrowStaleToken(token);
        }

        return (flags & StateWord.Completed) != 0;
    }

    /// <inheritdoc cref="IValueTaskSource.GetStatus"/>
    public ValueTaskSourceStatus GetStatus(short token)
    {
        int word = Word;
        if (StateWord.Flags(word, token) >= StateWord.Retired)
        {
            ThrowStaleToken(token);
        }

        if ((word & StateWord.Completed) == 0)
        {
            return ValueTaskSourceStatus.Pending;
        }

        // Acquire: the word is read again after the failure, not before. Another consumer may have won, and the object may serve another
        // use.
        Interleaving.Point();
        object? failure = Volatile.Read(ref _contextOrFailure);
        if (!IsStill(word))
        {
            ThrowStaleToken(token);
        }

        return failure is null ? ValueTaskSourceStatus.Succeeded
            : Failure.IsCancellation(failure) ? ValueTaskSourceStatus.Canceled
            : ValueTaskSourceStatus.Faulted;
    }

    /// <summary>Whether the token is of this use.</summary>
    /// <param name="token">The token of a handle.</param>
    internal bool IsCurrent(short token) => Flags(token) < StateWord.Retired;

    /// <summary>Describes the state to a debugger as the holder of a token sees it; changes nothing.</summary>
    /// <param name="token">The token of a handle.</param>
    internal string Describe(short token)
    {
        uint flags = Flags(token);
        return flags >= StateWord.Retired ? "Consumed"
            : (flags & StateWord.Completed) != 0 ? "Completed, not yet consumed"
            : (flags & StateWord.Awaited) != 0 ? "Pending, awaited"
            : "Pending";
    }

    // Awaiting.

    /// <inheritdoc cref="IValueTaskSource.OnCompleted"/>
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        if (continuation is null)
        {
            throw new ArgumentNullException(nameof(continuation));
        }

        if (state is Action resume && FrameworkAwaiters.Invokes(continuation) && TryRegisterBoxOf(resume, token, flags))
        {
            return;
        }

        object? schedulingContext = SchedulingContextFor(flags);
        bool flowContext = (flags & ValueTaskSourceOnCompletedFlags.FlowExecutionContext) != 0;
        object? argument = schedulingContext is null && !flowContext ? state : new ScheduledCallback(state, schedulingContext, flowContext);
        if (!TryRegister(continuation, argument, kind: 0, token))
        {
            ScheduledCallback.Invoke(continuation, argument, asynchronous: true, preferLocal: true);
        }
    }

    /// <summary>Registers the box whose delegate this is, so that it is resumed without the delegate and in constant stack.</summary>
    /// <returns>False if the delegate is not a box's: nothing has happened.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    internal bool TryRegisterBoxOf(Action resume, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        // The right to resume is taken from the delegate, which nobody calls now, and is given back if the registration throws.
        if (resume.Target is not Operation box
            || !box.IsResumedBy(resume)
            || !box.TryDisarmExclusive(out nint armed))
        {
            return false;
        }

        try
        {
            Register(Cast.To<IWaiter>(box), token, SchedulingContextFor(flags), StateWord.ByWaiter);
            return true;
        }
        catch
        {
            box.Rearm(armed);
            throw;
        }
    }

    /// <summary>
    /// Whether the delegate is the one that this operation gave to foreign awaiters; only a box gives one. Virtual here and not a member of
    /// an interface, because a test for an interface and a call through it are steps of each await of the attribute form.
    /// </summary>
    /// <param name="resume">A delegate whose target is this object; others may be combined with it.</param>
    private protected virtual bool IsResumedBy(Action resume) => false;

    /// <summary>
    /// Resumes a box: the method of its delegate. It stands here, because a box's class has a type argument: so all delegates have one
    /// method, and a foreign awaiter's call of it can be predicted, and inlined.
    /// </summary>
    private protected void ResumeFromForeignAwaiter()
    {
        // An awaiter that calls back again, or after it has thrown, finds the box disarmed.
        if (TryDisarm())
        {
            Trampoline.Run(Cast.To<IWaiter>(this));
        }
    }

    /// <summary>Registers a waiter, whose context is captured, to be resumed when this operation completes.</summary>
    /// <param name="waiter">The waiter.</param>
    /// <param name="token">The token of the waiter's handle.</param>
    /// <param name="schedulingContext">Null, or the SynchronizationContext or TaskScheduler on which the waiter resumes.</param>
    /// <param name="kind"><see cref="StateWord.ByWaiter"/>, with or without a form of transfer.</param>
    /// <exception cref="InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // most callers pass constants
    internal void Register(IWaiter waiter, short token, object? schedulingContext, int kind)
    {
        if (schedulingContext is not null)
        {
            RegisterToPost(waiter, token, schedulingContext, kind);
        }
        else if (!TryRegister(waiter, null, kind, token))
        {
            // Complete since the awaiter asked. The waiter's MoveNext is still on this stack, so it cannot be resumed from here.
            AcceptLater(waiter, token, kind);
            WorkItems.Queue(waiter, preferLocal: true);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // most registrations have no scheduling context
    private void RegisterToPost(IWaiter waiter, short token, object schedulingContext, int kind)
    {
        AcceptLater(waiter, token, kind);
        if (!TryRegister(waiter, schedulingContext, kind: 0, token))
        {
            SchedulingContext.Post(schedulingContext, waiter);
        }
    }

    /// <summary>Gives a waiter without a handle this operation's, because its result is not transferred.</summary>
    private void AcceptLater(object waiter, short token, int kind)
    {
        if ((kind & StateWord.TransferByReference) != 0)
        {
            Cast.To<ITransferTarget>(waiter).AcceptLater(this, token, isConsumed: false);
        }
    }

    private static object? SchedulingContextFor(ValueTaskSourceOnCompletedFlags flags) =>
        (flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext) != 0 ? SchedulingContext.Current : null;

    // Completing.

    /// <inheritdoc cref="TryBeginCompletion(short, out bool)"/>
    /// <param name="token">The token of the producer's handle.</param>
    protected bool TryBeginCompletion(short token)
    {
        if (!TryBeginCompletion(token, out bool isCancelable))
        {
            return false;
        }

        if (isCancelable)
        {
            EndCancelability();
        }

        return true;
    }

    /// <summary>Ends the registration with a CancellationToken; called by the winner, before anything is published.</summary>
    private protected virtual void EndCancelability()
    {
    }

    /// <summary>Completes the operation with a failure.</summary>
    /// <param name="token">The token of the producer's handle.</param>
    /// <param name="failure">As <see cref="Failure"/> makes it.</param>
    /// <returns>Whether this call completed the operation.</returns>
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

    /// <summary>Writes how the operation ends; the waiter's context that the field held is over.</summary>
    /// <param name="failure">Null if there is a result.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // of a success a store remains
    private protected void SetFailure(object? failure)
    {
        _contextOrFailure = failure is null ? null : Keep(failure);
    }

    /// <summary>
    /// Gets the form in which the operation keeps a failure: the exception itself for a waiter that resumes at once, or its stack for one
    /// that resumes later. Without an awaiter, or with a blocked thread, which may be interrupted, the failure reports itself.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private object Keep(object failure)
    {
        int word = Word;
        return (word & StateWord.Awaited) == 0 || _continuation is BlockingWaiter ? Failure.MakeUnobserved(failure)!
            : (word & StateWord.HowResumed) == StateWord.ResumedHere ? failure
            : Failure.Capture(failure);
    }

    /// <summary>Publishes the result, which is written. Other continuations than waiters are run or queued here.</summary>
    /// <param name="thread">This thread, in the trampoline that resumes the returned waiter at once.</param>
    /// <returns>The waiter to resume; null if there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the trampolines
    internal IWaiter? Complete(ThreadState thread) => TryPublishToWaiter(thread) ?? CompleteSlow(thread);

    /// <summary>Publishes the result, which is written, where no trampoline can resume a waiter: it is queued.</summary>
    internal void Complete()
    {
        IWaiter? waiter = CompleteSlow(thread: null);
        Debug.Assert(waiter is null, "without a trampoline, a waiter is queued");
    }

    /// <param name="thread">This thread, in the trampoline that resumes the returned waiter at once; null if it must be queued.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // nobody awaits, or a delegate, a blocked thread, or a waiter that is queued or posted
    private IWaiter? CompleteSlow(ThreadState? thread)
    {
        if (TryPublishToNobody(out int word))
        {
            return null;
        }

        if (thread is not null && (word & StateWord.HowResumed) == StateWord.ResumedHere)
        {
            return Complete(thread);
        }

        object continuation = TakeContinuation(out object? state);
        if (continuation is Forgotten forgotten)
        {
            PublishConsumed(word);
            Discard(forgotten, thread ?? ThreadState.Current);
            return null;
        }

        AcceptLater(continuation, StateWord.Token(word), word);

        // A thread that blocks may be interrupted until it consumes. A continuation that it registers later finds the operation complete.
        Publish(continuation is BlockingWaiter ? StateWord.WithoutAwaiter(word) : word);
        Schedule(continuation, state, word);
        return null;
    }

    /// <summary>Runs or queues a continuation that no trampoline resumes.</summary>
    private void Schedule(object continuation, object? state, int word)
    {
        bool preferLocal = (word & StateWord.Fair) == 0;
        switch (continuation)
        {
            case IWaiter waiter when state is null:
                WorkItems.Queue(waiter, preferLocal);
                break;
            case IWaiter waiter:
                SchedulingContext.Post(state, waiter);
                break;
            case BlockingWaiter waiter:
                if (waiter.Set() is { } successor)
                {
                    Schedule(successor.Continuation, successor.State, word);
                }

                break;
            case Forgotten forgotten:
                // In the place of a thread that was interrupted; otherwise nobody sees the operation complete.
                DiscardUnlessConsumed(StateWord.Token(word), forgotten);
                break;
            default:
                ScheduledCallback.Invoke(
                    Cast.To<Action<object?>>(continuation), state, (word & StateWord.Asynchronous) != 0, preferLocal);
                break;
        }
    }

    /// <summary>
    /// Has the waiter of this operation wait for another one, whose result would be this one's, and recycles this operation. So a recursion
    /// of continuations takes constant memory. Only for the completer, which is done with this operation then.
    /// </summary>
    /// <param name="other">The operation that the completer would wait for.</param>
    /// <param name="token">The token of the other's handle.</param>
    /// <param name="thread">This thread's state.</param>
    /// <returns>False if the awaiter has a handle of this operation, or there is no awaiter yet: nothing has happened.</returns>
    /// <exception cref="InvalidOperationException">
    /// The other's handle is stale, or it has another awaiter: nothing has happened.
    /// </exception>
    private protected bool TryForwardTo(Operation other, short token, ThreadState thread)
    {
        if (!TryGetTransferTarget(out int word, out object? target))
        {
            return false;
        }

        // The waiter may run elsewhere as soon as it is registered, and knows nothing of this operation.
        other.Register(Cast.To<IWaiter>(target!), token, schedulingContext: null, StateWord.ByWaiter | StateWord.TransferByReference);
        EndForwarded(word);
        Recycle(thread);
        return true;
    }

    // Consuming.

    /// <summary>
    /// Consumes against other threads, and blocks while the operation is pending. The caller takes the result, clears it and calls
    /// <see cref="Recycle"/>; nobody else can see the object until then.
    /// </summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <exception cref="InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a ValueTask's awaiter always comes here
    private protected void ConsumeContended(short token)
    {
        if (!TryConsume(token))
        {
            ConsumeSlow(token);
        }

        OperationTracker.Current?.Consume(this, token);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void ConsumeSlow(short token)
    {
        while (!TryConsumeContended(token))
        {
            BlockingWaiter waiter = new();
            if (TryRegister(waiter, null, kind: 0, token))
            {
                waiter.Wait();
            }
        }
    }

    /// <summary>Takes the failure out; null if there is a result.</summary>
    private protected object? TakeFailure()
    {
        object? failure = _contextOrFailure;
        if (failure is not null)
        {
            _contextOrFailure = null;
        }

        return failure;
    }

    /// <summary>Clears the result, if there is one, so that a pooled object keeps nothing alive.</summary>
    private protected virtual void ClearResult()
    {
    }

    /// <summary>Consumes the operation as soon as it is complete, without waiting for it.</summary>
    /// <param name="token">The token of the handle.</param>
    /// <param name="forgotten">Gets a failure.</param>
    /// <exception cref="InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    internal void Forget(short token, Forgotten forgotten)
    {
        if (!TryRegister(forgotten, null, kind: 0, token))
        {
            DiscardUnlessConsumed(token, forgotten);
        }

        OperationTracker.Current?.Consume(this, token);
    }

    private void DiscardUnlessConsumed(short token, Forgotten forgotten)
    {
        // Not consumed by this call: another holder of the handle was faster, and has the result.
        if (TryConsume(token))
        {
            Discard(forgotten, ThreadState.Current);
        }
    }

    private void Discard(Forgotten forgotten, ThreadState thread)
    {
        object? failure = TakeFailure();
        ClearResult();
        Recycle(thread);
        if (failure is not null)
        {
            forgotten.Report(failure);
        }
    }

    // The trampoline, after the waiter to which it has transferred the result.

    /// <summary>Ends the transfer: the object returns to its pool if the waiter has consumed it.</summary>
    /// <param name="thread">This thread's state, in the trampoline that has published the result.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await
    internal void EndTransfer(ThreadState thread)
    {
        if (TryEndTransfer(thread.TrampolineId))
        {
            Recycle(thread);
        }
    }

    /// <summary>Has a waiter keep a result transferred by reference, because it cannot be passed when the waiter is resumed.</summary>
    /// <param name="waiter">The waiter, before it is resumed.</param>
    /// <param name="thread">This thread's state, in the trampoline that has published the result.</param>
    /// <returns>False if the waiter has a handle.</returns>
    internal bool TryGiveToWaiter(IWaiter waiter, ThreadState thread)
    {
        if (!IsTransferredByReference(thread.TrampolineId))
        {
            return false;
        }

        Cast.To<ITransferTarget>(waiter).AcceptLater(this, token: 0, isConsumed: true);
        return true;
    }

    /// <summary>As <see cref="TryGiveToWaiter"/>, where the waiter may run when the trampoline is over: the waiter recycles.</summary>
    /// <inheritdoc cref="TryGiveToWaiter"/>
    internal void GiveToWaiter(IWaiter waiter, ThreadState thread)
    {
        if (TryGiveToWaiter(waiter, thread))
        {
            LeaveRecyclingToWaiter();
        }
        else
        {
            EndTransfer(thread);
        }
    }
}
