using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait;

/// <content>The awaiter's side: registering what to do on completion.</content>
internal abstract partial class Operation
{
    /// <inheritdoc/>
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        if (continuation is null)
        {
            throw new ArgumentNullException(nameof(continuation));
        }

        if (state is Action resume && FrameworkAwaiters.Invokes(continuation) && TryLink(resume, token, flags))
        {
            return;
        }

        object? scheduler = (flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext) != 0 ? Schedulers.Current : null;
        bool flowContext = (flags & ValueTaskSourceOnCompletedFlags.FlowExecutionContext) != 0;
        object? argument = scheduler is null && !flowContext ? state : new ScheduledCallback(state, scheduler, flowContext);
        if (!TryRegister(continuation, argument, kind: 0, token))
        {
            ScheduledCallback.Invoke(continuation, argument, asynchronous: true);
        }
    }

    /// <summary>
    /// Registers a delegate as the box it resumes, if it is a box's: without the delegate's detour, and in constant stack.
    /// </summary>
    /// <returns>Whether it is registered.</returns>
    /// <exception cref="InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    internal bool TryLink(Action resume, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        // Taken back from the delegate, which nobody will call now; given back if there is no registration.
        if (resume.Target is not Operation box || !box.IsOwnResumption(resume) || !box.TryDisarm())
        {
            return false;
        }

        try
        {
            Link(box, token, (flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext) != 0 ? Schedulers.Current : null, StateWord.Linked);
            return true;
        }
        catch
        {
            box.Arm();
            throw;
        }
    }

    /// <summary>Registers a box, whose context is captured, to be resumed when this operation completes.</summary>
    /// <param name="box">The box that awaits.</param>
    /// <param name="token">The token of the awaiter's handle.</param>
    /// <param name="scheduler">Null, or the SynchronizationContext or TaskScheduler on which the box resumes.</param>
    /// <param name="kind">
    /// <see cref="StateWord.Linked"/>, with <see cref="StateWord.Owned"/> if the box consumes by its handle when it is resumed, or with
    /// <see cref="StateWord.Handed"/> if it is given this operation itself then, or keeps it until then.
    /// </param>
    /// <exception cref="InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered; of most registrations the rest is constants
    internal void Link(Operation box, short token, object? scheduler, int kind)
    {
        if (scheduler is not null)
        {
            LinkElsewhere(box, token, scheduler, kind);
        }
        else if (!TryRegister(box, null, kind, token))
        {
            // Completed since the awaiter looked. The box's body is still on this stack, so it can't be resumed from here.
            if ((kind & StateWord.Handed) != 0)
            {
                box.Keep(this, token, isConsumed: false);
            }

            WorkItems.Queue(box, preferLocal: true);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // keeps the way of most registrations short
    private void LinkElsewhere(Operation box, short token, object scheduler, int kind)
    {
        if ((kind & StateWord.Handed) != 0)
        {
            box.Keep(this, token, isConsumed: false);
        }

        if (!TryRegister(box, scheduler, kind: 0, token))
        {
            Schedulers.Post(scheduler, box);
        }
    }

    /// <summary>
    /// Lets the box that awaits this operation await another one instead, whose result would be this one's: a step fewer when
    /// that completes, and this operation goes back to its pool now. So what starts itself anew, again and again, doesn't
    /// grow. Only for the completer, who has nothing more to do with this operation then.
    /// </summary>
    /// <param name="other">What the completer would wait for.</param>
    /// <param name="token">The token of the other's handle.</param>
    /// <param name="thread">This thread's state.</param>
    /// <returns>False if what awaits this operation has its handle, or if nothing does yet: nothing has happened.</returns>
    /// <exception cref="InvalidOperationException">The other's handle is not valid any more, or someone else awaits it: nothing has happened.</exception>
    private protected bool TryPassOn(Operation other, short token, ThreadState thread)
    {
        int word = Atomic.Read(ref _state);
        const int Handed = StateWord.Awaited | StateWord.Linked | StateWord.Handed;
        if ((word & (Handed | StateWord.Asynchronous)) != Handed)
        {
            return false;
        }

        // With Awaited, the word and the continuation are the completer's alone.
        other.Link(Cast.To<Operation>(_continuation!), token, scheduler: null, StateWord.Linked | StateWord.Handed);

        // The box may be running elsewhere by now, and knows nothing of this operation.
        _continuation = null;
        Atomic.Write(ref _state, StateWord.Next(word));
        Recycle(thread);
        return true;
    }

    /// <summary>Registers a continuation.</summary>
    /// <returns>False if the operation is complete: nothing is registered, and the caller sees to its continuation.</returns>
    /// <exception cref="InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryClaimDelivered
    private bool TryRegister(object continuation, object? state, int kind, short token)
    {
        int word;
        do
        {
            word = Atomic.Read(ref _state);
            uint flags = StateWord.Flags(word, token);
            if ((flags & ~(uint)(StateWord.Claimed | StateWord.Asynchronous | StateWord.Cancelable)) != 0)
            {
                ThrowUnlessCompleted(flags);
                return false;
            }
        }
        while (!Atomic.CompareExchange(ref _state, word | StateWord.Registering, word));

        // From here to the write of the word everybody else waits: two stores, and nothing that could throw or call.
        _continuation = continuation;
        if (state is not null)
        {
            _continuationState = state;
        }

        // Release: the fields must be visible to the completer that sees Awaited.
        Atomic.Write(ref _state, word | StateWord.Registering | StateWord.Awaited | kind);
        return true;
    }

    private static void ThrowUnlessCompleted(uint flags)
    {
        if (flags >= StateWord.Dead)
        {
            throw Failures.StaleToken();
        }

        if ((flags & StateWord.Registering) != 0)
        {
            throw Failures.AwaitedTwice();
        }
    }
}
