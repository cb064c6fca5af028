namespace PooledAwait;

/// <summary>Whether pooled methods and Then capture and restore the ExecutionContext. A program opts out by a feature switch; a library
/// can't. Without flow they capture, restore and guard nothing, so that the contexts after an await are those of the completer. A delegate
/// that code passes to OnCompleted keeps its context (<see cref="ScheduledCallback"/>).</summary>
internal static class ExecutionContextFlow
{
    /// <summary>The switch of AppContext, which the package's property PooledAwaitFlowExecutionContext sets.</summary>
    internal const string Switch = "PooledAwait.FlowExecutionContext";

    /// <summary>Read once, before the first operation. A constant for tiering and, by ILLink.Substitutions.xml, for trimming and
    /// NativeAOT.</summary>
    internal static bool IsEnabled { get; } = !AppContext.TryGetSwitch(Switch, out bool isEnabled) || isEnabled;
}

/// <summary>A SynchronizationContext or a TaskScheduler on which continuations are posted or queued, chosen as
/// ManualResetValueTaskSourceCore does: null stands for the plain SynchronizationContext with the default scheduler.</summary>
internal static class SchedulingContext
{
    private static readonly SendOrPostCallback s_resume = static waiter => Trampoline.Run((IWaiter)waiter!);
    private static readonly Action<object?> s_resumeOnScheduler = static waiter => Trampoline.Run((IWaiter)waiter!);

    /// <summary>The context that an await captures.</summary>
    internal static object? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of each await of a ValueTask
        get => From(SynchronizationContext.Current);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of most awaits
    internal static object? From(SynchronizationContext? context)
    {
        if (context is not null && context.GetType() != typeof(SynchronizationContext))
        {
            return context;
        }

        TaskScheduler scheduler = TaskScheduler.Current;
        return ReferenceEquals(scheduler, TaskScheduler.Default) ? null : scheduler;
    }

    /// <summary>Resumes a waiter on a scheduling context; on the thread pool if it is null.</summary>
    internal static void Queue(object? schedulingContext, IWaiter waiter, bool preferLocal)
    {
        if (schedulingContext is null)
        {
            WorkItems.Queue(waiter, preferLocal);
        }
        else
        {
            Post(schedulingContext, waiter);
        }
    }

    internal static void Post(object schedulingContext, IWaiter waiter) =>
        Post(schedulingContext, s_resume, s_resumeOnScheduler, waiter);

    internal static void Post(object schedulingContext, Action<object?> callback, object state) =>
        Post(schedulingContext, schedulingContext is SynchronizationContext ? new SendOrPostCallback(callback) : null, callback, state);

    /// <remarks>An exception of a SynchronizationContext or TaskScheduler belongs to no call: the waiter may have run or been queued
    /// before, so that the call that posts must go on as if it had. It ends the process, as it does from the framework's awaits.</remarks>
    [SuppressMessage("Design", "CA1031", Justification = "The exception is thrown again, where no call can take it for its own.")]
    private static void Post(object schedulingContext, SendOrPostCallback? post, Action<object?> start, object state)
    {
        try
        {
            if (schedulingContext is SynchronizationContext context)
            {
                context.Post(post!, state);
            }
            else
            {
                TaskScheduler scheduler = (TaskScheduler)schedulingContext;
                _ = Task.Factory.StartNew(start, state, CancellationToken.None, TaskCreationOptions.DenyChildAttach, scheduler);
            }
        }
        catch (Exception exception)
        {
            Failure.ThrowUnhandled(exception);
        }
    }
}

/// <summary>The argument of a foreign continuation that must run with an ExecutionContext, or on a SynchronizationContext or TaskScheduler.
/// The framework's builders keep their own context, so this is for hand-written awaits of a ValueTask.</summary>
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
