using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <content>The steps of an awaiter: it asks for the state, and registers a waiter or a delegate.</content>
internal abstract partial class Operation
{
    /// <summary>Whether an awaiter can register, if nothing is known of what the operation follows.</summary>
    private protected static bool IsUntouched(uint flags) => (flags & ~(uint)(StateWord.Completing | StateWord.Options)) == 0;

    /// <summary>The token of this use, for a thread without a handle. Its next read is of this use or a later one.</summary>
    private protected short ReadToken() => StateWord.Token(Word);

    /// <summary>
    /// Looks whether what this operation follows is complete, and completes the operation then. Waits for another thread that has claimed
    /// the completion: it writes the outcome and publishes, and calls nothing in between.
    /// </summary>
    /// <returns>Whether the operation is complete, or consumed by now.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)] // no step of an await of ours
    private bool IsCompletedByFollowing(short token)
    {
        if ((UnorderedWord & StateWord.Following) == 0)
        {
            return false;
        }

        if (TryCompleteFromTask(token))
        {
            return true;
        }

        UninterruptedWait wait = default;
        while (StateWord.IsBeingCompleted(Word, token))
        {
            Interleaving.WaitFor(() => !StateWord.IsBeingCompleted(UnorderedWord, token));
            wait.SpinOnce();
        }

        wait.End();
        uint flags = Flags(token);
        return flags >= StateWord.Retired || (flags & StateWord.Completed) != 0;
    }

    /// <summary>Completes an operation that follows a Task, if that is complete.</summary>
    /// <param name="token">The token of the caller's handle.</param>
    /// <returns>Whether this call has completed the operation.</returns>
    private protected virtual bool TryCompleteFromTask(short token) => false;

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
            return IsCompletedByFollowing(token) ? GetStatus(token) : ValueTaskSourceStatus.Pending;
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
            if (Runtimes.TestAwaiters)
            {
                LearnAwaiters();
            }

            return;
        }

        object? schedulingContext = SchedulingContextFor(flags);
        bool flowContext = (flags & ValueTaskSourceOnCompletedFlags.FlowExecutionContext) != 0;
        if (schedulingContext is not null || flowContext)
        {
            state = new ScheduledCallback(continuation, state, schedulingContext, flowContext);
            continuation = ScheduledCallback.Run;
        }

        if (!TryRegister(continuation, state, kind: 0, token))
        {
            ScheduledCallback.Invoke(continuation, state, asynchronous: true, preferLocal: true);
        }
    }

    /// <summary>Counts a delegate. After some, the awaiters of such a ValueTask are read instead, if the runtime allows it.</summary>
    private protected virtual void LearnAwaiters()
    {
    }

    /// <summary>
    /// Registers the delegate of a box, so that the trampoline resumes the box itself, in constant stack. The box stays armed until this
    /// operation completes: a source in between, which has passed the delegate on, may call it first.
    /// </summary>
    /// <returns>False if the delegate is not a box's: nothing has happened.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    internal bool TryRegisterBoxOf(Action resume, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        if (resume.Target is not Operation box || !box.IsResumedBy(resume))
        {
            return false;
        }

        object? schedulingContext = SchedulingContextFor(flags);
        if (!TryRegister(resume, schedulingContext, kind: 0, token) && TryTakeBox(resume) is { } waiter)
        {
            SchedulingContext.Queue(schedulingContext, waiter, preferLocal: true);
        }

        return true;
    }

    /// <summary>Takes the right to resume a box from its delegate.</summary>
    /// <returns>Null if other code has called the delegate first.</returns>
    private static IWaiter? TryTakeBox(Action resume)
    {
        Operation box = Cast.To<Operation>(resume.Target!);
        return box.TryDisarm() ? Cast.To<IWaiter>(box) : null;
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
    /// <returns>
    /// The operation that the trampoline must publish, mostly this waiter's own; null if there is nothing to publish, or the waiter has
    /// suspended again and may be running on another thread.
    /// </returns>
    internal virtual Operation? ResumeWaiter(ThreadState thread) => null;

    /// <summary>
    /// Tells a waiter that from now on it waits for another operation. Called by the operation that it waits for, before it is registered
    /// with the other one.
    /// </summary>
    /// <param name="awaited">The other operation, with a result of the same type.</param>
    /// <param name="token">The token of the other's handle.</param>
    /// <returns>False if the waiter's handle is where only the waiter can change it, as a method's is: nothing has happened.</returns>
    private protected virtual bool TryFollow(Operation awaited, short token) => false;

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
    /// <exception cref="InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // most callers pass constants
    internal void Register(IWaiter waiter, short token, object? schedulingContext = null)
    {
        if (schedulingContext is not null)
        {
            RegisterToPost(waiter, token, schedulingContext);
        }
        else if (!TryRegister(waiter, null, StateWord.ByWaiter, token))
        {
            // Complete since the awaiter asked. The waiter's MoveNext is still on this stack, so it cannot be resumed from here.
            WorkItems.Queue(waiter, preferLocal: true);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // most registrations have no scheduling context: 14 instructions less for each
    private void RegisterToPost(IWaiter waiter, short token, object schedulingContext)
    {
        if (!TryRegister(waiter, schedulingContext, kind: 0, token))
        {
            SchedulingContext.Post(schedulingContext, waiter);
        }
    }

    private static object? SchedulingContextFor(ValueTaskSourceOnCompletedFlags flags) =>
        (flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext) != 0 ? SchedulingContext.Current : null;

    /// <summary>
    /// As <see cref="TryRegister"/>, where the operation follows a Task, is complete, or has an awaiter: perhaps an interrupted thread.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private bool TryRegisterSlow(object continuation, object? state, int kind, short token)
    {
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
                // Complete; or it follows a Task, which may be: the awaiter need not have asked, and nobody else may come to look.
                return IsUntouched(flags) && !TryCompleteFromTask(token)
                    && TryRegister(continuation, state, kind, token, StateWord.Registrable | StateWord.Following);
            }

            if ((flags & (StateWord.Awaited | StateWord.Completed)) != StateWord.Awaited)
            {
                throw Failures.AwaitedTwice(this, token);
            }

            // The load acquires, so that an unchanged word proves that what was loaded is registered for this use.
            object? awaiting = Atomic.Read(ref _continuation);
            if (!IsStill(word))
            {
                continue;
            }

            if (awaiting is null)
            {
                WaitForPublication(word);
                continue;
            }

            if (awaiting is BlockingWaiter waiter)
            {
                // Nothing is transferred to what takes the place of an interrupted thread.
                if (waiter.TryReplace(continuation, state, out bool isComplete) || isComplete)
                {
                    // Complete: the completer sets the waiter after it has published the result, so that the caller may consume.
                    return !isComplete;
                }
            }

            throw Failures.AwaitedTwice(this, token);
        }
    }

    /// <summary>Waits for a completer that has taken the continuation out and is about to publish.</summary>
    private void WaitForPublication(int word)
    {
        UninterruptedWait wait = default;
        while (Word == word)
        {
            Interleaving.WaitFor(() => UnorderedWord != word);
            wait.SpinOnce();
        }

        wait.End();
    }
}
