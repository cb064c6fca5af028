using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// One suspended operation: what a handle points at, what an awaiter waits for and what a producer completes. A
/// state-machine box is one kind, a completion source another; both are the same to whoever awaits.
/// </summary>
/// <remarks>
/// Who owns which field when is the <see cref="StateWord"/>'s; its diagram is the operation's life. This file is the
/// completer's side; registering and consuming have a file each.
/// </remarks>
internal abstract partial class Operation
{
    private readonly OperationPool _pool;

    /// <summary>See <see cref="StateWord"/>.</summary>
    private int _state;

    /// <summary>
    /// Which loop of which thread is at it, as <see cref="ThreadState.Runner"/> names it. Of a box: 0 none; the loop that runs
    /// it; the loop's complement once the body has run to its end there; <see cref="Armed"/> while a foreign awaiter holds the
    /// box's delegate. Of a complete operation with <see cref="StateWord.Delivered"/>: the loop on whose thread it may be
    /// consumed; the loop's complement once it is, or was handed over, and the loop is still to recycle it.
    /// </summary>
    private nint _runner;

    /// <summary>
    /// What to do when the operation completes: null; the box to resume; an <c>Action&lt;object&gt;</c>; or one of the
    /// sentinels <see cref="Forgotten"/> and <see cref="BlockingWaiter"/>. Written by the one that set
    /// <see cref="StateWord.Registering"/>, taken out by the completer.
    /// </summary>
    private object? _continuation;

    /// <summary>
    /// With a box in <see cref="_continuation"/>: null, or the SynchronizationContext or TaskScheduler it resumes on. With
    /// a delegate: its argument, or the <see cref="ScheduledCallback"/> that holds it. Owned as <see cref="_continuation"/>.
    /// </summary>
    private object? _continuationState;

    /// <summary>
    /// While suspended: the box's ExecutionContext as captured at its await, or what stands for it; null if its flow was
    /// suppressed. Once complete: null, or why there is no result, as <see cref="Failure"/> reads it. The two never overlap.
    /// </summary>
    private object? _contextOrFailure;

    private protected Operation(OperationPool pool) => _pool = pool;

    /// <summary>The token of this use, for its maker: only before the first handle exists or while holding a valid one.</summary>
    internal short Token => StateWord.Token(_state);

    /// <summary>Makes continuations go through the thread pool; for the creator, before the first handle exists.</summary>
    internal void RunContinuationsAsynchronously() => _state |= StateWord.Asynchronous;

    /// <summary>Tries to win the right to complete. A loser may touch nothing: the object may already serve someone else.</summary>
    /// <param name="token">The token of the producer's handle.</param>
    protected bool TryClaim(short token)
    {
        while (true)
        {
            int word = Atomic.Read(ref _state);
            uint flags = StateWord.Flags(word, token);
            if (flags >= StateWord.Dead || (flags & (StateWord.Claimed | StateWord.Completed)) != 0)
            {
                return false;
            }

            if (StateWord.IsBeingRegistered(word))
            {
                WaitForRegistration();
            }
            else if (Atomic.CompareExchange(ref _state, word | StateWord.Claimed, word))
            {
                if ((word & StateWord.Cancelable) != 0)
                {
                    EndCancelability();
                }

                return true;
            }

            // Lost to an awaiter that registered meanwhile: look again. Lost to a setter or a consumer: the flags tell.
        }
    }

    /// <summary>From now on, <see cref="EndCancelability"/> is called by whoever claims; for the creator, before the first handle exists.</summary>
    /// <returns>False if the token's cancellation, which needs no handle, was faster: it is not called.</returns>
    private protected bool TryBecomeCancelable()
    {
        int word = Atomic.Read(ref _state);
        return (word & StateWord.Claimed) == 0 && Atomic.CompareExchange(ref _state, word | StateWord.Cancelable, word);
    }

    /// <summary>Ends the registration with a CancellationToken; under the claim, before anything is published.</summary>
    private protected virtual void EndCancelability()
    {
    }

    /// <summary>Whether a setter with this token could still win.</summary>
    /// <param name="token">The token of the producer's handle.</param>
    internal bool CanClaim(short token)
    {
        uint flags = StateWord.Flags(Atomic.Read(ref _state), token);
        return flags < StateWord.Dead && (flags & (StateWord.Claimed | StateWord.Completed)) == 0;
    }

    /// <summary>Whether the token is of this use.</summary>
    /// <param name="token">The token of the handle that asks.</param>
    internal bool IsCurrent(short token) => StateWord.Flags(Atomic.Read(ref _state), token) < StateWord.Dead;

    /// <summary>Completes a source with an error.</summary>
    /// <param name="token">The token of the producer's handle.</param>
    /// <param name="failure">As <see cref="Failure"/> makes it.</param>
    /// <returns>Whether this call completed the operation.</returns>
    internal bool TryFail(short token, object failure)
    {
        if (!TryClaim(token))
        {
            return false;
        }

        _contextOrFailure = failure;
        CompleteAndResume();
        return true;
    }

    /// <summary>Publishes the result that the caller wrote under its claim, and runs the continuation if there is one.</summary>
    protected void CompleteAndResume() => Resumer.CompleteAndRun(this);

    /// <summary>
    /// Publishes the result. Other continuations than boxes are run or queued here.
    /// </summary>
    /// <param name="thread">This thread, whose loop will resume the awaiting box at once.</param>
    /// <returns>The box that awaits, to be resumed by the caller at once, on this thread; null if there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the loops
    internal Operation? Complete(ThreadState thread)
    {
        int word = Atomic.Read(ref _state);
        const int How = StateWord.Awaited | StateWord.Linked | StateWord.Asynchronous;
        if ((word & How) != (StateWord.Awaited | StateWord.Linked))
        {
            return CompleteOtherwise(thread);
        }

        // Registered and not complete: the word and the continuation are the completer's alone. The continuation is taken
        // out before Completed is published: from then on a consumer may recycle the object.
        object continuation = _continuation!;
        _continuation = null;
        if ((word & StateWord.Owned) != 0)
        {
            _runner = thread.Runner;
            word |= StateWord.Delivered | StateWord.Completed;
        }
        else if ((word & StateWord.Handed) != 0)
        {
            // Consumed already: the box takes the result, and the loop recycles the object.
            _runner = ~thread.Runner;
            word = StateWord.Next(word);
        }
        else
        {
            word |= StateWord.Completed;
        }

        // Release: the result and the consumer's loop must be visible to whoever sees Completed.
        Atomic.Write(ref _state, word);
        return Cast.To<Operation>(continuation);
    }

    /// <summary>Publishes the result, and runs or queues what awaits, where no loop can go on with it.</summary>
    internal void Complete()
    {
        Operation? box = CompleteOtherwise(thread: null);
        Debug.Assert(box is null, "without a loop, a box is queued");
    }

    /// <summary>As <see cref="Complete(ThreadState)"/>, where a box that awaits may not be there yet, or must be queued.</summary>
    /// <param name="thread">This thread, if its loop will resume the awaiting box at once; null if the box must be queued.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // not the way of our own awaits
    private Operation? CompleteOtherwise(ThreadState? thread)
    {
        int word = Atomic.Read(ref _state);
        while ((word & StateWord.Awaited) == 0)
        {
            if (StateWord.IsBeingRegistered(word))
            {
                WaitForRegistration();
            }
            else if (Atomic.CompareExchange(ref _state, word | StateWord.Completed, word))
            {
                // The exchange is the release, and decided against an awaiter that might have registered at this moment.
                return null;
            }

            word = Atomic.Read(ref _state);
        }

        const int How = StateWord.Linked | StateWord.Asynchronous;
        if ((word & How) == StateWord.Linked && thread is not null)
        {
            return Complete(thread);
        }

        // The continuation is taken out before Completed is published, as above.
        object continuation = _continuation!;
        object? continuationState = _continuationState;
        _continuation = null;
        if (continuation is Forgotten forgotten)
        {
            // Complete and consumed in one: nobody ever sees it complete.
            Atomic.Write(ref _state, StateWord.Next(word));
            EndDiscard(forgotten, thread ?? ThreadState.Current);
            return null;
        }

        _continuationState = null;
        if ((word & StateWord.Handed) != 0)
        {
            // It can't be handed over where the box isn't resumed at once.
            Cast.To<Operation>(continuation).Keep(this, StateWord.Token(word), isConsumed: false);
        }

        Atomic.Write(ref _state, word | StateWord.Completed); // release, as above
        Dispatch(word, continuation, continuationState);
        return null;
    }

    /// <summary>Runs or queues a continuation that the loop can't simply go on with.</summary>
    private static void Dispatch(int word, object continuation, object? state)
    {
        bool asynchronous = (word & StateWord.Asynchronous) != 0;
        switch (continuation)
        {
            case Operation box when state is null:
                WorkItems.Queue(box, preferLocal: true);
                break;
            case Operation box:
                Schedulers.Post(state, box);
                break;
            case BlockingWaiter waiter:
                waiter.Set();
                break;
            default:
                ScheduledCallback.Invoke(Cast.To<Action<object?>>(continuation), state, asynchronous);
                break;
        }
    }

    /// <summary>
    /// Waits until another thread has made the second of its two stores. It makes no call in between; only if it is
    /// preempted right there does this take longer than a few nanoseconds.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WaitForRegistration()
    {
        SpinWait spinner = default;
        while (StateWord.IsBeingRegistered(Atomic.Read(ref _state)))
        {
            Interleaving.Wait();
            spinner.SpinOnce();
        }
    }

    /// <summary>Clears the result, so that a pooled object keeps nothing alive.</summary>
    private protected abstract void ClearResult();
}
