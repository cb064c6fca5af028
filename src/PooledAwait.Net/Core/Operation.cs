namespace PooledAwait;

/// <summary>An operation, which is awaited, or waits for others one at a time (a waiter), or both: the box of a suspended method is both.
/// This file is its state: its words, its continuation, and what a box does with them. Each verb has a file: register
/// (Operation.Awaiting.cs), complete (Operation.Completing.cs), consume and recycle (Operation.Consuming.cs).</summary>
/// <remarks>
/// One await, from the suspension to the next line. The transitions of the state word are in brackets. Here a source completes x; if x is a
/// method, "return" takes its place:
/// <code>
/// await x        builder.AwaitUnsafeOnCompleted (../Builders/PooledValueTaskMethodBuilder.cs) → Suspend (StateMachineBox.cs) at the first
///                suspension, which rents the box (../Pools/OperationPools.cs), later Register (Operation.Awaiting.cs):
///                CaptureContext (Operation.Contexts.Net.cs) → x.Register (Operation.Awaiting.cs) [TryRegister]
/// TrySetResult   source.TrySetResult (../Sources/PooledValueTaskSource.cs) → x.TrySucceed (OperationT.cs) [TryBeginCompletion],
///                writes the result → CompleteAndRun (Trampoline.cs): TryEnterTrampoline, ContextFrame.Enter,
///                x.Complete (Operation.Completing.cs) [TryPublishToWaiter]
///                ├ to a waiter that resumes here: RunAll → frame.Resume: TakeContext, and ResumeIn if the context must be restored
///                │ → box.ResumeWaiter (StateMachineBox.cs), BeginRun → MoveNext
///                ├ to an armed waiter: CompleteSlow claims it, transfers the result, and it is resumed here as well
///                ├ to any other continuation: CompleteSlow → Schedule (Operation.Completing.cs) queues, posts, wakes or calls
///                └ to none: CompleteSlow → TryPublishToNobody
/// next line      awaiter.GetResult (../Tasks/PooledValueTaskAwaiter.cs): x.MayHaveFailed → x.GetResult (OperationT.cs)
///                [TryConsumeTransferred], reads the result
/// return         builder.SetResult → box.SetResult (MethodBox.cs): TryEndStateMachine, writes the result; MoveNext returns to
///                box.ResumeWaiter, TryTakeEnded, and that to RunAll: x.EndTransfer recycles x, box.Complete [TryPublishToWaiter]
///                publishes the box's own operation, frame.Resume resumes its waiter, and so on
/// </code>
/// Transfer to the awaiter: a completer whose trampoline resumes the waiter publishes Completed|Transferred and Active(id). The waiter
/// consumes by its handle, without a compare-and-swap, because no other thread may; the trampoline recycles the object when the waiter has
/// run. To delegates, and to waiters that are posted or queued, nothing is transferred: they consume by compare-and-swap.
/// All members that are inlined are steps of each await: without a profile (TieredPGO=0) they would stay calls.
/// </remarks>
[StackTraceHidden]
internal abstract partial class Operation : ITracked
{
    private readonly OperationPool _pool;

    /// <summary>See <see cref="StateWord"/>. Each change is a compare-and-swap of the whole word while several threads may make one:
    /// whoever registers a continuation, and the setters, which compete for the completion before the registration and after it. When both
    /// are decided the completer owns the word, and after the publication the thread to which the result was transferred: they write it
    /// with a release. A result that was not transferred belongs to the thread that wins the compare-and-swap.</summary>
    private int _word = StateWord.First;

    /// <summary>See <see cref="TrampolineWord"/>. Of a waiter: the suspending thread arms it, the thread that queues it marks it, the
    /// claimer sets None, and the trampoline that runs its state machine writes its id, and Ended when the method has ended. Of a complete
    /// operation: the id of the trampoline to which the result was transferred; the consumer makes it Ended, and the trampoline, when it
    /// recycles the object, None.</summary>
    private nint _trampoline;

    /// <summary>Null, a waiter (armed, unless the word says ByWaiter), an Action(object), or a
    /// <see cref="BlockingWaiter"/>. Written by the registrar between its writes of the word; the completer takes it out before it
    /// publishes.</summary>
    private object? _continuation;

    /// <summary>Null, the scheduling context of a waiter, or an Action(object)'s argument. Written and cleared with the
    /// continuation.</summary>
    private object? _continuationState;

    /// <summary>Suspended: null, an ExecutionContext, DefaultMark or the delegate of a CapturedContext, written when the waiter suspends
    /// and taken by the trampoline that resumes it. Complete: null or a failure, written by the completer before it publishes, and taken by
    /// the consumer. The two share a field, because they never overlap.</summary>
    private object? _contextOrFailure;

    private protected Operation(OperationPool pool)
    {
        _pool = pool;
        if (pool != OperationPool.None)
        {
            OperationTracker.Current?.Start(this);
        }
    }

    /// <summary>The token of this use; for its creator, and for holders of a valid handle.</summary>
    public short Token => StateWord.Token(_word);

    /// <summary>As <see cref="Token"/>, for a late callback: the fields that it reads next belong to this use or a later one.</summary>
    private protected short CurrentToken => StateWord.Token(Word);

    /// <summary>Whether the state machine runs inside its box: it was resumed, and not armed since. For the thread that runs it.</summary>
    internal bool IsResumed => TrampolineWord.IsActive(_trampoline);

    /// <summary>The flags, if the token is valid; <see cref="StateWord.Retired"/> or more if the handle is stale.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected uint Flags(short token) => StateWord.Flags(Atomic.Read(ref _word), token);

    /// <summary>Gets the word for <see cref="IsStill"/>.</summary>
    private int Word => Atomic.Read(ref _word);

    /// <summary>Whether the word still belongs to the same use, and so does what the caller has read since, with acquire.</summary>
    private bool IsStill(int word) => ((Atomic.Read(ref _word) ^ word) & ~StateWord.Transferred) == 0;

    /// <summary>Gets the word without an order: for <see cref="Interleaving.WaitFor"/>.</summary>
    private int UnorderedWord => _word;

    /// <summary>Sets where continuations run; before the first handle exists.</summary>
    internal void Apply(TaskCreationOptions options)
    {
        if (options != TaskCreationOptions.None)
        {
            bool isFair = (options & TaskCreationOptions.PreferFairness) != 0;
            Atomic.Write(ref _word, _word | StateWord.Asynchronous | (isFair ? StateWord.Fair : 0));
        }
    }

    /// <summary>Queues continuations; for a method that is about to end, while its awaiter may be registering.</summary>
    private protected void MakeAsynchronous(short token)
    {
        while (true)
        {
            int word = Atomic.Read(ref _word);
            if (StateWord.Token(word) != token)
            {
                return; // not this builder's method any more
            }

            if (StateWord.IsBeingRegistered(word))
            {
                WaitForRegistration();
            }
            else if (Atomic.CompareExchange(ref _word, word | StateWord.Asynchronous, word))
            {
                return;
            }
        }
    }

    /// <summary>Takes the options that say where continuations run. For a combinator: it is resumed inline, and applies them to its own
    /// continuation.</summary>
    internal TaskCreationOptions TakeOptions(short token)
    {
        while (true)
        {
            int word = Atomic.Read(ref _word);
            uint flags = StateWord.Flags(word, token);
            if ((flags & StateWord.Asynchronous) == 0 || (flags & ~(uint)(StateWord.Completing | StateWord.Options)) != 0)
            {
                return TaskCreationOptions.None;
            }

            if (Atomic.CompareExchange(ref _word, word & ~(StateWord.Asynchronous | StateWord.Fair), word))
            {
                return (flags & StateWord.Fair) == 0
                    ? TaskCreationOptions.RunContinuationsAsynchronously
                    : TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness;
            }
        }
    }

    // The box.

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void BeginRun(nint trampolineId) => _trampoline = TrampolineWord.Active(trampolineId);

    /// <summary>Marks the state machine as ended. The caller then writes the result, which the trampoline publishes when MoveNext has
    /// returned.</summary>
    /// <returns>False if no trampoline is known to run the state machine: its first await threw, or the thread pool did. The caller
    /// publishes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEndStateMachine()
    {
        nint trampoline = _trampoline;
        if (!TrampolineWord.IsActive(trampoline))
        {
            // The last await threw instead of registering.
            trampoline = TrampolineWord.Disarmed(trampoline);
            if (!TrampolineWord.IsActive(trampoline))
            {
                return false;
            }
        }

        _trampoline = TrampolineWord.Ended(trampoline);
        return true;
    }

    /// <summary>Whether the state machine has ended under the thread's innermost trampoline, which goes on when MoveNext returns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
    internal bool HasEndedUnder(ThreadState thread) => _trampoline == TrampolineWord.Ended(thread.TrampolineId);

    /// <summary>Whether the state machine has ended under a trampoline. If it has suspended, another thread may run it already and own
    /// every field; this one can be read nevertheless, because no other thread writes this trampoline's id.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected bool TryTakeEnded(nint trampolineId)
    {
        if (_trampoline != TrampolineWord.Ended(trampolineId))
        {
            return false;
        }

        _trampoline = TrampolineWord.None;
        return true;
    }

    /// <summary>Takes out what CaptureContext has captured; null if the flow was suppressed, or if a combinator waits that captures
    /// nothing.</summary>
    internal object? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context;
    }

    /// <summary>Lets the first claimer resume the waiter. Called before an awaiter gets the waiter and may call back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void Arm() => Atomic.Write(ref _trampoline, TrampolineWord.Armed(_trampoline)); // release: the claimer must see all

    /// <summary>Takes the right to resume an armed waiter. Returns false if it was resumed already, as in a second call by the same
    /// awaiter. Not interlocked: two calls at the same time are undefined, as they are in the framework.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected bool TryClaim()
    {
        if (!TrampolineWord.IsArmed(Atomic.Read(ref _trampoline)))
        {
            return false;
        }

        _trampoline = TrampolineWord.None;
        return true;
    }

    /// <summary>Lets the thread pool resume the waiter, once; the caller has claimed it, and queues it next.</summary>
    internal void MarkQueued() => Atomic.Write(ref _trampoline, TrampolineWord.Queued); // release: as Arm

    /// <summary>Takes the right to resume the waiter on a thread of the pool: this library has queued it, or the framework has queued an
    /// armed box. A source that calls back twice may have the framework queue a box that is suspended elsewhere, or pooled; that call is
    /// ignored. If the box is armed or queued again by then, the late call resumes it early, as a late call of its delegate does.</summary>
    /// <returns>False if the waiter is neither queued nor armed.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the work item
    internal bool TryClaimWorkItem()
    {
        if (Atomic.Read(ref _trampoline) != TrampolineWord.Queued)
        {
            return TryClaim();
        }

        _trampoline = TrampolineWord.None;
        return true;
    }

    /// <summary>Resets the trampoline word of a method that no trampoline runs.</summary>
    private protected void EndRun() => _trampoline = TrampolineWord.None;

    /// <summary>Whether a method that ends without a trampoline may end: before the first resumption, at an await that threw, or where the
    /// thread pool threw instead of queueing the box.</summary>
    private protected bool IsIdle =>
        _trampoline == TrampolineWord.Queued || TrampolineWord.Disarmed(_trampoline) == TrampolineWord.None;

    // Descriptions of the operation, for tracking, debuggers, and exceptions about a misused handle.

    public Type TrackedType => _pool.TypeOf();

    internal string Describe(short token)
    {
        uint flags = Flags(token);
        return flags >= StateWord.Retired ? "Consumed"
            : (flags & StateWord.Completed) != 0 ? "Completed, not yet consumed"
            : (flags & StateWord.Awaited) != 0 ? "Pending, awaited"
            : "Pending";
    }

    /// <summary>Describes the operation and its state to a debugger as the holder of a token sees them; changes nothing.</summary>
    internal string DescribeFully(short token)
    {
        object? continuation = IsCurrent(token) ? _continuation : null;
        string awaiter = continuation is ITracked waiter
            ? " by " + OperationNames.Of(waiter.TrackedType)
            : string.Empty;
        string starter = OperationTracker.Current?.Find(this, token) is { } use ? ", started by " + use.Tracked.StartedBy : string.Empty;
        return $"{OperationNames.Of(TrackedType)}: {Describe(token)}{awaiter}{starter}";
    }

    /// <summary>Throws the exception for a stale handle.</summary>
    [DoesNotReturn]
    private protected void ThrowStaleToken(short token) =>
        throw (StateWord.IsLater(Word, token)
            ? Failures.NeverValid(TrackedType)
            : Failures.AlreadyConsumed(this, token));

    /// <summary>Finds what awaits this operation, for a profiler: the next box, behind combinators, or what a foreign awaiter
    /// gave.</summary>
    internal object? FindAwaitingBox()
    {
        Operation operation = this;
        while (true)
        {
            object? awaiting = operation._continuation is Action<object?> ? operation._continuationState : operation._continuation;
            if (awaiting is not Operation next || ReferenceEquals(next, this) || next.IsBox)
            {
                return awaiting;
            }

            operation = next;
        }
    }

    private protected virtual bool IsBox => false;
}
