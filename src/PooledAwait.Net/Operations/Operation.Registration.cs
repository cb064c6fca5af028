using System;
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

        if (state is Action resume && resume.Target is Operation box && box.IsOwnResumption(resume) && FrameworkAwaiters.Invokes(continuation))
        {
            // The framework's ValueTaskAwaiter, on behalf of one of our boxes, whose delegate is armed: take it back.
            if (box.TryDisarm())
            {
                try
                {
                    Link(box, token, (flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext) != 0);
                }
                catch
                {
                    box.Arm();
                    throw;
                }

                return;
            }
        }

        object? scheduler = (flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext) != 0 ? Schedulers.Current : null;
        bool flowContext = (flags & ValueTaskSourceOnCompletedFlags.FlowExecutionContext) != 0;
        object? argument = scheduler is null && !flowContext ? state : new ScheduledCallback(state, scheduler, flowContext);
        if (!TryRegister(continuation, argument, StateWord.Awaited, token))
        {
            ScheduledCallback.Invoke(continuation, argument, asynchronous: true);
        }
    }

    /// <summary>Registers a box, whose context is captured, to be resumed when this operation completes.</summary>
    /// <param name="box">The box that awaits.</param>
    /// <param name="token">The token of the awaiter's handle.</param>
    /// <param name="useSchedulingContext">Whether the box resumes on the current SynchronizationContext or TaskScheduler.</param>
    /// <exception cref="InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    internal void Link(Operation box, short token, bool useSchedulingContext)
    {
        object? scheduler = useSchedulingContext ? Schedulers.Current : null;
        int kind = scheduler is null ? StateWord.Awaited | StateWord.Linked : StateWord.Awaited;
        if (!TryRegister(box, scheduler, kind, token))
        {
            // Completed since the awaiter looked. The box's body is still on this stack, so it can't be resumed from here.
            if (scheduler is null)
            {
                WorkItems.Queue(box, preferLocal: true);
            }
            else
            {
                Schedulers.Post(scheduler, box);
            }
        }
    }

    /// <summary>Registers a continuation.</summary>
    /// <returns>False if the operation is complete: nothing is registered, and the caller sees to its continuation.</returns>
    /// <exception cref="InvalidOperationException">The handle is not valid any more, or someone else awaits it.</exception>
    private bool TryRegister(object continuation, object? state, int kind, short token)
    {
        int word;
        do
        {
            word = Atomic.Read(ref _state);
            uint flags = StateWord.Flags(word, token);
            if (flags >= StateWord.Dead)
            {
                throw Failures.StaleToken();
            }

            if ((flags & StateWord.Registering) != 0)
            {
                throw Failures.AwaitedTwice();
            }

            if ((flags & StateWord.Completed) != 0)
            {
                return false;
            }
        }
        while (!Atomic.CompareExchange(ref _state, word | StateWord.Registering, word));

        _continuation = continuation;
        _continuationState = state;

        while (true)
        {
            word = Atomic.Read(ref _state);
            if ((word & StateWord.Completed) != 0)
            {
                // Completed in between, by someone who could not see the continuation. No consumer is let in while
                // Registering stands without Awaited, so the fields and the word are still this thread's.
                _continuation = null;
                _continuationState = null;
                Atomic.Write(ref _state, word & ~StateWord.Registering);
                return false;
            }

            // Release: the fields must be visible to the completer that sees Awaited.
            if (Atomic.CompareExchange(ref _state, word | kind, word))
            {
                return true;
            }
        }
    }
}
