using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The argument of a foreign continuation that must run with an ExecutionContext, or on a SynchronizationContext or
/// TaskScheduler. The framework's builders keep their own context, so this is for hand-written awaits of a ValueTask.
/// </summary>
internal sealed class ScheduledCallback
{
    private readonly object? _state;
    private readonly object? _schedulingContext;
    private readonly ExecutionContext? _context;
    private Action<object?>? _continuation;

    internal ScheduledCallback(object? state, object? schedulingContext, bool flowContext)
    {
        _state = state;
        _schedulingContext = schedulingContext;
        _context = flowContext ? ExecutionContext.Capture() : null;
    }

    /// <summary>Runs a foreign continuation, where and as it was registered.</summary>
    /// <param name="continuation">The continuation.</param>
    /// <param name="argument">Its argument, or the <see cref="ScheduledCallback"/> that has it.</param>
    /// <param name="asynchronous">Whether it must not run on this stack.</param>
    /// <param name="preferLocal">Whether it is queued to this thread's queue, and not to the global one.</param>
    internal static void Invoke(Action<object?> continuation, object? argument, bool asynchronous, bool preferLocal)
    {
        if (argument is ScheduledCallback callback)
        {
            callback.Schedule(continuation, asynchronous, preferLocal);
        }
        else if (asynchronous)
        {
            WorkItems.Queue(continuation, argument, preferLocal);
        }
        else
        {
            InvokeHere(continuation, argument);
        }
    }

    private static void InvokeHere(Action<object?> continuation, object? argument)
    {
        ThreadState thread = ThreadState.Current;
        if (!thread.TryEnterTrampoline(StackPosition.Here, out nint outer))
        {
            WorkItems.Queue(continuation, argument, preferLocal: true);
            return;
        }

        try
        {
            continuation(argument);
        }
        finally
        {
            thread.ExitTrampoline(outer);
        }
    }

    private void Schedule(Action<object?> continuation, bool asynchronous, bool preferLocal)
    {
        _continuation = continuation;
        if (_schedulingContext is not null)
        {
            SchedulingContext.Post(_schedulingContext, static callback => ((ScheduledCallback)callback!).Run(), this);
        }
        else if (asynchronous)
        {
            WorkItems.Queue(static callback => ((ScheduledCallback)callback!).Run(), this, preferLocal);
        }
        else
        {
            InvokeHere(static callback => ((ScheduledCallback)callback!).Run(), this);
        }
    }

    private void Run()
    {
        if (_context is null)
        {
            _continuation!(_state);
        }
        else
        {
            ExecutionContext.Run(_context, static state => ((ScheduledCallback)state!).RunInContext(), this);
        }
    }

    private void RunInContext() => _continuation!(_state);
}
