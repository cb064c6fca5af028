using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// An awaited operation. This file is its life: its words, its continuation, and each transition as one method. The other steps of the
/// roles are in Operation.Awaiting.cs, Operation.Completing.cs and Operation.Consuming.cs. A waiter is an <see cref="IWaiter"/>; a box is
/// both.
/// </summary>
/// <remarks>
/// One await, from the suspension to the next line. Files are of this folder, or of a folder that is named once in each step; the
/// transitions, of this file, are in brackets. Here a source completes x; if x is a method, "return" takes its place:
/// <code>
/// await x        builder.AwaitUnsafeOnCompleted (../Builders/) → Suspend (Boxes/StateMachineBox.cs) at the first suspension,
///                later Register (Awaiting/Awaiters.cs): CaptureContext (Contexts/Operation.Context.Net.cs)
///                → x.Register (Operation.Awaiting.cs) [TryRegister]
/// TrySetResult   source.TrySetResult (../Sources/PooledValueTaskSource.cs) → x.TrySucceed (OperationT.cs) [TryBeginCompletion],
///                writes the result → CompleteAndRun (Trampolines/Trampoline.cs): TryEnterTrampoline (ThreadState.Trampolines.Net.cs),
///                ContextFrame.Enter (Contexts/ContextFrame.Net.cs), x.Complete [TryPublishToWaiter]
///                ├ to a waiter that resumes here: RunAll → frame.ResumeFirst: TakeContext, and ResumeIn if the context must be restored
///                │ → box.ResumeWaiter (Boxes/StateMachineBox.cs) [BeginRun] → MoveNext
///                └ to any other continuation, or none: CompleteSlow → Schedule (Operation.Completing.cs) queues, posts, wakes or calls
/// next line      awaiter.GetResult (../Tasks/PooledValueTaskAwaiterT.cs): x.MayHaveFailed (Operation.Consuming.cs)
///                → x.GetResult (OperationT.cs) [TryConsumeTransferred], reads the result
/// return         builder.SetResult → box.SetResult (Boxes/MethodBox.cs) [TryEndStateMachine], writes the result; MoveNext returns to
///                box.ResumeWaiter [TryTakeEnded], and that to RunAll: x.EndTransfer [TryEndTransfer] recycles x, box.Complete
///                [TryPublishToWaiter] publishes the box's own operation, frame.Resume resumes its waiter, and so on
/// </code>
/// Transfer to the awaiter: a completer whose trampoline resumes the waiter publishes Completed|Transferred and Active(id). The waiter
/// consumes by its handle, without a compare-and-swap, because no other thread may; the trampoline recycles the object when the waiter has
/// run. To delegates, and to waiters that are posted or queued, nothing is transferred: they consume by compare-and-swap.
/// All members that are inlined are steps of each await: without a profile (TieredPGO=0) they would stay calls.
/// </remarks>
internal abstract partial class Operation
{
    private readonly OperationPool _pool;

    /// <summary>
    /// See <see cref="StateWord"/>. The creator and awaiters change it before a continuation is registered; then it is the completer's, who
    /// found the continuation; then the consumer's. Where two may come at the same time, each changes the whole word by a compare-and-swap.
    /// </summary>
    private int _word = StateWord.First;

    /// <summary>
    /// See <see cref="TrampolineWord"/>. Of a waiter: the suspending thread arms it, the claimer disarms it, and the trampoline that runs
    /// its state machine has its id there. Of a complete operation: the id of the trampoline to which the result was transferred.
    /// </summary>
    private nint _trampoline;

    /// <summary>
    /// Null, an <see cref="IWaiter"/> (armed, unless the word says ByWaiter), an Action(object), a <see cref="BlockingWaiter"/>, or
    /// <see cref="Forgotten"/>. The registrar writes it between its two writes of the word; the completer takes it out before it publishes.
    /// </summary>
    private object? _continuation;

    /// <summary>
    /// Null, the scheduling context of a waiter, or the argument of an Action(object). Written and cleared with the continuation.
    /// </summary>
    private object? _continuationState;

    /// <summary>
    /// Suspended: null, an ExecutionContext, DefaultMark or the delegate of a CapturedContext, written when
    /// the waiter suspends and taken by the trampoline that resumes it. Complete: null or a failure, written by the completer before it
    /// publishes, and taken by the consumer. The two share a field, because they never overlap.
    /// </summary>
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

    /// <summary>
    /// Whether the state machine runs inside its box, as it does from the first resumption on; for the thread that runs it.
    /// </summary>
    internal bool IsResumed => TrampolineWord.IsActive(_trampoline);

    /// <summary>
    /// Gets the flags as the holder of a token sees them; <see cref="StateWord.Retired"/> or more if the handle is stale.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected uint Flags(short token) => StateWord.Flags(Atomic.Read(ref _word), token);

    /// <summary>Gets the word for <see cref="IsStill"/>.</summary>
    private int Word => Atomic.Read(ref _word);

    /// <summary>Whether what the caller has read since, with acquire, belongs to the use that the word was read of.</summary>
    private bool IsStill(int word) => ((Atomic.Read(ref _word) ^ word) & ~StateWord.Transferred) == 0;

    /// <summary>Gets the word without an order: for <see cref="Interleaving.WaitFor"/>, and for flags that creators set.</summary>
    private int UnorderedWord => _word;

    // The creator, before the first handle exists.

    /// <summary>Has continuations run where the creator asks for; before the first handle exists.</summary>
    /// <param name="options">Validated by <see cref="SourceOptions"/>.</param>
    internal void Apply(TaskCreationOptions options)
    {
        if (options != TaskCreationOptions.None)
        {
            bool isFair = (options & TaskCreationOptions.PreferFairness) != 0;
            _word |= isFair ? StateWord.Asynchronous | StateWord.Fair : StateWord.Asynchronous;
        }
    }

    /// <summary>Has continuations be queued; for a method that is about to end, while its awaiter may be registering.</summary>
    private protected void MakeAsynchronous()
    {
        while (true)
        {
            int word = Atomic.Read(ref _word);
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

    /// <summary>Has the winner call <see cref="EndCancelability"/>; before the first handle exists.</summary>
    private protected void ApplyCancelable() => _word |= StateWord.Cancelable;

    // The registrar.

    /// <summary>
    /// Takes over where continuations run, for a waiter that runs no user code: it is resumed at once, and passes the options on.
    /// </summary>
    /// <param name="token">The token of the awaiter's handle, which may be stale.</param>
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

    /// <summary>Registers the continuation.</summary>
    /// <param name="continuation">As the field's.</param>
    /// <param name="state">As the field's.</param>
    /// <param name="kind">0, or <see cref="StateWord.ByWaiter"/>.</param>
    /// <param name="token">The token of the awaiter's handle.</param>
    /// <returns>False if the operation is complete: nothing is registered.</returns>
    /// <exception cref="System.InvalidOperationException">The handle is stale, or the operation has another awaiter.</exception>
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
                return ThrowUnlessComplete(flags, token);
            }
        }
        while (!Atomic.CompareExchange(ref _word, word | StateWord.Registering, word));

        // Completers wait from here to the store of the word: two stores, and nothing in between that could throw or call.
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

    // The completer.

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

    /// <summary>Wins the right to write the result. A loser may touch nothing: the object may serve another use already.</summary>
    /// <param name="token">The token of the producer's handle.</param>
    /// <param name="isCancelable">Whether the winner must end a registration with a CancellationToken.</param>
    private bool TryBeginCompletion(short token, out bool isCancelable)
    {
        while (true)
        {
            int word = Atomic.Read(ref _word);
            uint flags = StateWord.Flags(word, token);
            isCancelable = (word & StateWord.Cancelable) != 0;
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
                return true;
            }

            // Lost to an awaiter that has registered: try again. Lost to a setter or a consumer: the flags tell.
        }
    }

    /// <param name="thread">This thread, in the trampoline that resumes the returned waiter at once.</param>
    /// <returns>The waiter to resume; null if there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the trampolines
    internal IWaiter? Complete(ThreadState thread) => TryPublishToWaiter(thread) ?? CompleteSlow(thread);

    /// <summary>Publishes the result to a waiter that the caller's trampoline resumes, and transfers it.</summary>
    /// <param name="thread">This thread, in the trampoline that resumes the waiter.</param>
    /// <returns>The waiter; null if another continuation, or none, is registered: nothing has happened.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private IWaiter? TryPublishToWaiter(ThreadState thread)
    {
        int word = Atomic.Read(ref _word);
        if ((word & StateWord.HowResumed) != StateWord.ResumedHere)
        {
            return null;
        }

        // Taken out before Completed is published: from then on a consumer may recycle the object.
        IWaiter waiter = Cast.To<IWaiter>(_continuation!);
        _continuation = null;
        PublishTransferred(word, thread);
        return waiter;
    }

    /// <summary>Publishes the result if nobody awaits it.</summary>
    /// <param name="word">The word that was found.</param>
    /// <returns>False if a continuation is registered: it and the word are the caller's, who takes it out and publishes.</returns>
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

    /// <summary>
    /// Whether the completer's trampoline resumes the awaiter, at once and on its thread: a waiter that registered itself, or an armed one.
    /// Only for the completer.
    /// </summary>
    private bool IsResumedHere(int word) =>
        (word & StateWord.HowResumed) == StateWord.ResumedHere
        || ((word & (StateWord.Awaited | StateWord.Asynchronous)) == StateWord.Awaited
            && _continuationState is null
            && _continuation is IWaiter);

    /// <summary>Takes the continuation out, before the caller publishes.</summary>
    private object TakeContinuation(out object? state)
    {
        object continuation = _continuation!;
        state = _continuationState;
        _continuation = null;
        _continuationState = null;
        return continuation;
    }

    /// <summary>Publishes the result, without a transfer.</summary>
    private void Publish(int word) => Atomic.Write(ref _word, word | StateWord.Completed);

    /// <summary>Publishes the result, and transfers it to the waiter that the caller's trampoline resumes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PublishTransferred(int word, ThreadState thread)
    {
        _trampoline = TrampolineWord.Active(thread.TrampolineId);

        // Release: the consumer that sees Completed must see the result, and the trampoline.
        Atomic.Write(ref _word, word | StateWord.Transferred | StateWord.Completed);
    }

    /// <summary>Publishes and consumes in one: every handle is stale before it can see the result.</summary>
    private void PublishConsumed(int word) => Atomic.Write(ref _word, StateWord.Next(word));

    // The consumer.

    /// <summary>Consumes what a trampoline of this thread has transferred; the trampoline recycles the object.</summary>
    /// <param name="token">The token of the consumer's handle.</param>
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

        // Only this thread may consume, so plain stores win.
        _trampoline = TrampolineWord.Ended(trampolineId);
        Atomic.Write(ref _word, StateWord.Next(word));
        return true;
    }

    /// <summary>Consumes what was not transferred, against consumers on other threads; the caller recycles the object.</summary>
    /// <returns>False if <see cref="TryConsumeContended"/> must decide: nothing has happened.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryConsume(short token)
    {
        int word = Atomic.Read(ref _word);
        const uint Relevant = ~(uint)(StateWord.Retired - 1) | StateWord.Completed | StateWord.Transferred;
        return (StateWord.Flags(word, token) & Relevant) == StateWord.Completed
            && Atomic.CompareExchange(ref _word, StateWord.Next(word), word);
    }

    /// <summary>Consumes what is complete, transferred or not; the caller recycles the object.</summary>
    /// <returns>False if the operation is pending.</returns>
    /// <exception cref="System.InvalidOperationException">The handle is stale, or the result was transferred to another thread.</exception>
    private bool TryConsumeContended(short token)
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
                return false;
            }

            if ((flags & StateWord.Transferred) != 0)
            {
                if (!ThreadState.Current.Owns(Atomic.Read(ref _trampoline)))
                {
                    throw Failures.AwaitedTwice(this, token);
                }

                // Transferred to this thread, but the trampoline's frame is far: it has nothing to recycle then.
                EndTransferUnconsumed();
            }
            else if (Atomic.CompareExchange(ref _word, StateWord.Next(word), word))
            {
                return true;
            }
        }
    }

    /// <summary>Gives the object back to its pool after a consumption, or retires it when its version is exhausted.</summary>
    /// <param name="thread">This thread's state.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void Recycle(ThreadState thread)
    {
        // The operation had no handle, or the library itself consumes it.
        OperationTracker.Current?.Consume(this, StateWord.LastToken(_word));
        if ((_word & StateWord.Retired) == 0)
        {
            _pool.Return(thread, this);
        }
        else
        {
            _pool.Retire();
        }
    }

    // The trampoline, after the waiter that it resumed has run.

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

    /// <summary>Ends a transfer.</summary>
    /// <param name="trampolineId">The trampoline that has published the result.</param>
    /// <returns>
    /// Whether the waiter has consumed, and the caller recycles the object. If it has not, any thread may consume from now on. If the
    /// object was consumed another way, it may serve another use already; but no other thread writes this id, and trampolines nest.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryEndTransfer(nint trampolineId)
    {
        nint trampoline = _trampoline;
        if (trampoline == TrampolineWord.Ended(trampolineId))
        {
            _trampoline = TrampolineWord.None;
            return true;
        }

        if (trampoline == TrampolineWord.Active(trampolineId))
        {
            EndTransferUnconsumed();
        }

        return false;
    }

    /// <summary>Lets any thread consume; only for the thread that could consume until now.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // only for code that no compiler has written
    private void EndTransferUnconsumed()
    {
        _trampoline = TrampolineWord.None;
        Atomic.Write(ref _word, _word & ~StateWord.Transferred);
    }

    // The box.

    /// <summary>A trampoline begins to run the state machine.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void BeginRun(nint trampolineId) => _trampoline = TrampolineWord.Active(trampolineId);

    /// <summary>The state machine has ended; the trampoline publishes the result, written next, when MoveNext has returned.</summary>
    /// <returns>False if no trampoline runs the state machine: its first await threw, and the caller publishes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected bool TryEndStateMachine()
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

    /// <summary>
    /// Whether the state machine has ended under a trampoline. If it has suspended, another thread may run it already and own every field;
    /// this one can be read nevertheless, because no other thread writes this trampoline's id.
    /// </summary>
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

    /// <summary>Lets whoever claims the waiter resume it, once: before an awaiter gets it that may call back at any moment.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void Arm() => Atomic.Write(ref _trampoline, TrampolineWord.Armed(_trampoline)); // release: the claimer must see all

    private protected bool IsClaimable => TrampolineWord.IsArmed(Atomic.Read(ref _trampoline));

    /// <summary>
    /// Takes the right to resume an armed waiter. A second call of the same awaiter finds it taken. Plain: two calls at the same time are
    /// undefined, as they are in the framework.
    /// </summary>
    /// <returns>False if the waiter was resumed already.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected bool TryClaim()
    {
        if (!IsClaimable)
        {
            return false;
        }

        _trampoline = TrampolineWord.None;
        return true;
    }

    /// <summary>The method has ended, and no trampoline looks at this word for that.</summary>
    private protected void EndRun() => _trampoline = TrampolineWord.None;

    /// <summary>Whether no trampoline runs the state machine: before the first resumption, or at an await that threw.</summary>
    private protected bool IsIdle => TrampolineWord.Disarmed(_trampoline) == TrampolineWord.None;
}
