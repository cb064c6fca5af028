using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The argument of a foreign continuation that must run with an ExecutionContext, or on a SynchronizationContext or
/// TaskScheduler. The framework's builders keep their own context, so this is for hand-written awaits of a ValueTask.
/// </summary>
internal sealed class ScheduledCallback
{
    /// <summary>The continuation that is registered in the place of the foreign one; its argument is this.</summary>
    internal static readonly Action<object?> Run = static callback => ((ScheduledCallback)callback!).RunInContext();

    private readonly Action<object?> _continuation;
    private readonly object? _state;
    private readonly object? _schedulingContext;
    private readonly ExecutionContext? _context;

    internal ScheduledCallback(Action<object?> continuation, object? state, object? schedulingContext, bool flowContext)
    {
        _continuation = continuation;
        _state = state;
        _schedulingContext = schedulingContext;
        _context = flowContext ? ExecutionContext.Capture() : null;
    }

    /// <summary>Runs a foreign continuation, or <see cref="Run"/>, where and as it was registered.</summary>
    /// <param name="continuation">The continuation.</param>
    /// <param name="argument">Its argument.</param>
    /// <param name="asynchronous">Whether it must not run on this stack.</param>
    /// <param name="preferLocal">Whether it is queued to this thread's queue, and not to the global one.</param>
    internal static void Invoke(Action<object?> continuation, object? argument, bool asynchronous, bool preferLocal)
    {
        if (argument is ScheduledCallback { _schedulingContext: { } schedulingContext })
        {
            SchedulingContext.Post(schedulingContext, continuation, argument);
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

    private void RunInContext()
    {
        if (_context is null)
        {
            InvokeContinuation();
        }
        else
        {
            ExecutionContext.Run(_context, static callback => ((ScheduledCallback)callback!).InvokeContinuation(), this);
        }
    }

    private void InvokeContinuation() => _continuation(_state);
}
