namespace PooledAwait;

/// <content>What an awaiter does: ask for the state, and register a waiter or a delegate.</content>
internal abstract partial class Operation
{
    /// <summary>Whether an awaiter can register: the operation is pending, and nobody awaits it. The token may be stale.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // at every await of a combinator's method
    internal bool CanRegister(short token) => (Flags(token) & ~(uint)StateWord.Registrable) == 0;

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

        // Acquire: the word is read again after the failure. Another consumer may have won, and the object may serve another use.
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

    internal bool IsCurrent(short token) => Flags(token) < StateWord.Retired;

    /// <inheritdoc cref="IValueTaskSource.OnCompleted"/>
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        Failures.ThrowIfNull(continuation);
        if (FindBox(continuation, state) is { } box && (flags & ValueTaskSourceOnCompletedFlags.FlowExecutionContext) == 0)
        {
            RegisterArmed(box, token, SchedulingContextFor(flags));
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

    /// <summary>Finds our own box in what the framework's awaiters of a ValueTask give a source. Only where the continuation is the
    /// framework's own: a source in between may pass on the box with a continuation of its own.</summary>
    private static Operation? FindBox(Action<object?> continuation, object? state) =>
        FrameworkBoxes.IsResume(continuation) ? state as Operation
        : state is Action resume && FrameworkAwaiters.Invokes(continuation) ? FindBox(resume)
        : null;

    /// <summary>Finds the box that has given the delegate to an awaiter; null if the delegate is not a box's.</summary>
    internal static Operation? FindBox(Action resume) => resume.Target is Operation box && box.IsResumedBy(resume) ? box : null;

    /// <summary>Registers an armed waiter. It stays armed until completion, because an awaiter in between may resume it first.</summary>
    internal void RegisterArmed(Operation waiter, short token, object? schedulingContext)
    {
        if (!TryRegister(waiter, schedulingContext, kind: 0, token) && waiter.TryClaim())
        {
            SchedulingContext.Queue(schedulingContext, waiter, preferLocal: true);
        }
    }

    /// <summary>Whether the delegate is the one that this box gave to a foreign awaiter. A delegate that combines it with others isn't.
    /// Virtual, not an interface's member: that would cost each await of the attribute form a test and a call.</summary>
    private protected virtual bool IsResumedBy(Action resume) => false;

    /// <summary>Continues a waiter after the operation that it awaited; called by the trampoline only. Returns the operation that the
    /// trampoline must publish, mostly this waiter's own; null if there is none, or if the waiter has suspended again and may run
    /// elsewhere.</summary>
    internal virtual Operation? ResumeWaiter(ThreadState thread) => null;

    /// <summary>Tells a waiter that from now on it waits for another operation, with a result of the same type. Called by the operation
    /// that it waits for, before it is registered with the other one. Returns false, with nothing done, if only the waiter can change its
    /// handle.</summary>
    private protected virtual bool TryFollow(Operation awaited, short token) => false;

    /// <summary>Resumes a box: the method of its delegate, and the framework's call. It is declared here, and not in the box's class, which
    /// has type arguments: so all delegates have one method, and a foreign awaiter's call of it can be predicted, and inlined.</summary>
    private protected void ResumeFromForeignAwaiter()
    {
        // An awaiter that calls back again finds the box claimed.
        if (TryClaim())
        {
            Trampoline.Run(this);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the thread is not looked up if no context flows
    internal void CaptureContext()
    {
        if (ExecutionContextFlow.IsEnabled)
        {
            CaptureContext(ThreadState.Current);
        }
    }

    /// <summary>Registers a waiter, whose context is captured, to be resumed when this operation completes: on the scheduling context, if
    /// there is one. Throws if the handle is stale, or the operation has another awaiter.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // most callers pass constants
    internal void Register(Operation waiter, short token, object? schedulingContext = null)
    {
        if (schedulingContext is not null)
        {
            RegisterToPost(waiter, token, schedulingContext);
        }
        else if (!TryRegister(waiter, null, StateWord.ByWaiter, token))
        {
            // The operation has completed since the awaiter asked. The waiter's MoveNext is still on this stack, so don't resume it from
            // here.
            WorkItems.Queue(waiter, preferLocal: true);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // most registrations have no scheduling context: 14 instructions less for each
    private void RegisterToPost(Operation waiter, short token, object schedulingContext)
    {
        waiter.Arm();
        RegisterArmed(waiter, token, schedulingContext);
    }

    /// <summary>Registers the continuation, of kind 0 or <see cref="StateWord.ByWaiter"/>. Returns false if the operation is complete:
    /// nothing is registered. Throws if the handle is stale, or the operation has another awaiter.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryRegister(object continuation, object? state, int kind, short token)
    {
        int word;
        do
        {
            word = Atomic.Read(ref _word);
            uint flags = StateWord.Flags(word, token);
            if ((flags & ~(uint)StateWord.Registrable) != 0)
            {
                return ThrowIfStaleOrAwaited(flags, token);
            }
        }
        while (!Atomic.CompareExchange(ref _word, word | StateWord.Registering, word));

        // From here to the store of the word completers wait. So in between there are only a few stores, and nothing that could throw or
        // call.
        _continuation = continuation;
        if (state is not null)
        {
            _continuationState = state;
        }

        // Release: the completer that sees Awaited must see the continuation.
        Atomic.Write(ref _word, word | StateWord.Registering | StateWord.Awaited | kind);
        OperationTracker.Current?.Await(this, token);
        return true;
    }

    private static object? SchedulingContextFor(ValueTaskSourceOnCompletedFlags flags) =>
        (flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext) != 0 ? SchedulingContext.Current : null;

    /// <summary>Why a registration is refused: false if the operation is complete; throws if the caller may not await it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private bool ThrowIfStaleOrAwaited(uint flags, short token)
    {
        if (flags >= StateWord.Retired)
        {
            ThrowStaleToken(token);
        }

        return (flags & (StateWord.Registering | StateWord.Awaited)) == 0 ? false : throw Failures.AwaitedTwice(this, token);
    }
}
