using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <content>The steps of an awaiter: it asks for the state, and registers a waiter or a delegate.</content>
internal abstract partial class Operation
{
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

        return (flags & StateWord.Completed) != 0 || ((flags & StateWord.Following) != 0 && IsCompletedByFollowing(token));
    }

    /// <summary>Whether an awaiter can register: the operation is pending, and nobody awaits it.</summary>
    /// <param name="token">The token of the caller's handle, which may be stale.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // one load and two tests at every await of a combinator's method
    internal bool CanRegister(short token)
    {
        uint flags = Flags(token);
        return IsUntouched(flags) && ((flags & StateWord.Following) == 0 || !IsCompletedByFollowing(token));
    }

    /// <summary>As <see cref="CanRegister"/>, without a look at what the operation follows.</summary>
    private protected bool IsUntouched(short token) => IsUntouched(Flags(token));

    private static bool IsUntouched(uint flags) => (flags & ~(uint)(StateWord.Completing | StateWord.Options)) == 0;

    /// <summary>The token of this use, for a thread without a handle. Its next read is of this use or a later one.</summary>
    private protected short ReadToken() => StateWord.Token(Word);

    /// <summary>Looks whether what this operation follows is complete, and completes the operation then.</summary>
    /// <returns>True also if another thread has claimed the completion, and is about to publish.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)] // only operations that follow a Task come here
    private bool IsCompletedByFollowing(short token) =>
        TryFollow(token) || (Flags(token) & (StateWord.Completing | StateWord.Completed)) != 0;

    /// <summary>Completes an operation that follows a Task, if that is complete.</summary>
    /// <param name="token">The token of the caller's handle.</param>
    /// <returns>Whether this call has completed the operation.</returns>
    private protected virtual bool TryFollow(short token) => false;

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
            return TryFollow(token) ? GetStatus(token) : ValueTaskSourceStatus.Pending;
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

    /// <inheritdoc cref="IValueTaskSource.OnCompleted"/>
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        if (continuation is null)
        {
            throw new ArgumentNullException(nameof(continuation));
        }

        if (state is Action resume && FrameworkAwaiters.Invokes(continuation) && TryRegisterBoxOf(resume, token, flags))
        {
            if (BoxRegistration.AreTyped)
            {
                LearnAwaiters();
            }

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

    /// <summary>Counts a delegate. After some, the awaiters of such a ValueTask are read instead, if the runtime allows it.</summary>
    private protected virtual void LearnAwaiters()
    {
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
            Register(Cast.To<IWaiter>(box), token, SchedulingContextFor(flags), StateWord.ByWaiter | StateWord.TransferByHandle);
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
    /// Goes on, because the awaited operation is complete; called by the trampoline only. Only an <see cref="IWaiter"/> waits.
    /// Virtual here and not a member of that interface, as <see cref="IsResumedBy"/>: ContinueWith pending takes 0.97 of the time.
    /// </summary>
    /// <param name="thread">This thread's state, in the trampoline.</param>
    /// <param name="transferred">
    /// The awaited operation, if the trampoline has published it; an <see cref="ITransferTarget"/> reads it.
    /// </param>
    /// <returns>
    /// The operation that the trampoline must publish, mostly this waiter's own; null if there is nothing to publish, or the waiter has
    /// suspended again and may be running on another thread.
    /// </returns>
    internal virtual Operation? ResumeWaiter(ThreadState thread, Operation? transferred) => null;

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

    /// <inheritdoc cref="CaptureContext(ThreadState)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the thread is not looked up if no context flows
    internal void CaptureContext()
    {
        if (ExecutionContextFlow.IsEnabled)
        {
            CaptureContext(ThreadState.Current);
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

    /// <summary>As <see cref="TryRegister"/>, where the operation is complete or has an awaiter: perhaps an interrupted thread.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private bool TryRegisterSlow(object continuation, object? state, int kind, short token)
    {
        SpinWait spinner = default;
        while (true)
        {
            int word = Word;
            uint flags = StateWord.Flags(word, token);
            if (flags >= StateWord.Retired)
            {
                ThrowStaleToken(token);
            }

            if ((flags & StateWord.Registering) == 0)
            {
                return false; // complete
            }

            if ((flags & (StateWord.Awaited | StateWord.Completed)) != StateWord.Awaited)
            {
                throw Failures.AwaitedTwice(TrackedType);
            }

            // The load acquires, so that an unchanged word proves that what was loaded is registered for this use.
            object? awaiting = Atomic.Read(ref _continuation);
            if (!IsStill(word))
            {
                continue;
            }

            if (awaiting is null)
            {
                // The completer has taken the continuation out and is about to publish.
                Interleaving.WaitFor(() => UnorderedWord != word);
                spinner.SpinOnce();
                continue;
            }

            if (awaiting is BlockingWaiter waiter)
            {
                // Nothing is transferred to what takes the place of an interrupted thread.
                AcceptLater(continuation, token, kind);
                if (waiter.TryReplace(continuation, state, out bool isComplete) || isComplete)
                {
                    // Complete: the completer sets the waiter after it has published the result, so that the caller may consume.
                    return !isComplete;
                }
            }

            throw Failures.AwaitedTwice(TrackedType);
        }
    }
}
