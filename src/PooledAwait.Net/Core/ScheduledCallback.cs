namespace PooledAwait;

/// <summary>The argument of a foreign continuation that must run with an ExecutionContext, or on a SynchronizationContext or TaskScheduler.
/// The framework's builders keep their own context, so this is for hand-written awaits of a ValueTask.</summary>
internal sealed class ScheduledCallback(Action<object?> continuation, object? state, object? schedulingContext, bool flowContext)
{
    /// <summary>The continuation that is registered in the place of the foreign one; its argument is this.</summary>
    internal static readonly Action<object?> Run = static callback => ((ScheduledCallback)callback!).RunInContext();

    private readonly object? _schedulingContext = schedulingContext; // a field, because the static Invoke reads it
    private readonly ExecutionContext? _context = flowContext ? ExecutionContext.Capture() : null;

    /// <summary>Runs a foreign continuation, or <see cref="Run"/>, as registered; not on this stack if it is asynchronous.</summary>
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

    /// <summary>Whether <see cref="Invoke"/> posts it.</summary>
    internal bool IsPosted => _schedulingContext is not null;

    internal bool IsInItsContext => IsPosted && ReferenceEquals(_schedulingContext, SchedulingContext.Current);

    internal static void InvokeHere(Action<object?> continuation, object? argument)
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

    private void InvokeContinuation() => continuation(state);
}
