namespace PooledAwait;

/// <summary>Whether pooled methods and Then capture and restore the ExecutionContext. A program opts out by a feature switch; a library
/// can't. Without flow they capture, restore and guard nothing, so that the contexts after an await are those of the completer. A delegate
/// that code passes to OnCompleted keeps its context (<see cref="ScheduledCallback"/>).</summary>
internal static class ExecutionContextFlow
{
    /// <summary>The switch of AppContext, which the package's property PooledAwaitFlowExecutionContext sets.</summary>
    internal const string Switch = "PooledAwait.FlowExecutionContext";

    /// <summary>Read once, so tier 1 treats it as a constant; the trimmer and NativeAOT make it one by
    /// ILLink.Substitutions.xml.</summary>
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
            Post(schedulingContext, s_resume, s_resumeOnScheduler, waiter);
        }
    }

    internal static void Post(object schedulingContext, Action<object?> callback, object state) =>
        Post(schedulingContext, schedulingContext is SynchronizationContext ? new SendOrPostCallback(callback) : null, callback, state);

    /// <remarks>An exception of a SynchronizationContext or TaskScheduler can't be thrown from here: the waiter may already have run or
    /// been queued, so the caller must go on as if it had. It ends the process, as a Post that throws does in the
    /// framework.</remarks>
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

#if NET
/// <summary>The contexts around a <see cref="Trampoline"/>, or around a call of user code: each waiter is resumed in the ExecutionContext
/// that it captured, and the thread gets its own contexts back at the end.</summary>
/// <remarks>Calls get the contexts by value, because taking an address would keep the frame in memory instead of registers.</remarks>
internal readonly struct ContextFrame
{
    private static readonly ContextCallback s_run = static waiter => Trampoline.RunUnguarded((IWaiter)waiter!);

    private readonly Thread? _thread;

    /// <summary>The thread's ExecutionContext, as <see cref="ThreadContexts.Capture"/> returns it. Null if its flow is suppressed: the
    /// context is then unknown, and only ExecutionContext.Run can restore it.</summary>
    private readonly object? _context;
    private readonly SynchronizationContext? _synchronizationContext;

    private ContextFrame(Thread? thread, SynchronizationContext? synchronizationContext)
    {
        _thread = thread;
        _context = ThreadContexts.Capture(thread);
        _synchronizationContext = synchronizationContext;
    }

    /// <summary>Captures the thread's contexts. Call <see cref="Exit"/> after a waiter has run, or when an exception leaves. A completion
    /// that resumes no waiter needs none: a delegate that runs inline leaves its changes to the setter, as in the framework.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryEnter
    internal static ContextFrame Enter(ThreadState thread) =>
        ExecutionContextFlow.IsEnabled ? new(thread.Thread, thread.SynchronizationContext) : default;

    /// <summary>Captures the thread's contexts around a call, as the framework's builders do around a method's start; the frame needs an
    /// <see cref="Exit"/>. Returns false if the flow of the ExecutionContext is suppressed, so that its context isn't known.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the thread is found once, for this and for Exit
    internal static bool TryEnter(out ContextFrame frame)
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            frame = default;
            return true;
        }

        Thread? thread = ThreadContexts.Current;
        frame = new(thread, ThreadContexts.GetSynchronizationContext(thread));
        return frame._context is not null;
    }

    /// <summary>Resumes a waiter in its context.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every completion
    internal Operation? Resume(IWaiter waiter, ThreadState thread)
    {
        Operation operation = Cast.To<Operation>(waiter);
        if (!ExecutionContextFlow.IsEnabled)
        {
            return operation.ResumeWaiter(thread);
        }

        object? context = operation.TakeContext();

        // Null if the flow was suppressed at the await, or if the waiter captures nothing (a listener, WhenAll). It then resumes in the
        // current context, as a method of the framework does.
        return context is null || ReferenceEquals(context, ThreadContexts.Capture(thread.Thread))
            ? operation.ResumeWaiter(thread)
            : ResumeIn(_context, context, waiter, thread);
    }

    /// <summary>Restores the thread's contexts if they have changed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the thread is found already
    internal void Exit()
    {
        if (ExecutionContextFlow.IsEnabled
            && (!ReferenceEquals(_context, ThreadContexts.Capture(_thread))
                || !ReferenceEquals(_synchronizationContext, ThreadContexts.GetSynchronizationContext(_thread))))
        {
            Restore(_context, _synchronizationContext);
        }
    }

    /// <summary>Gives the thread its contexts back.</summary>
    /// <param name="captured">As captured, or read from the thread, which may be one whose flow is suppressed; null if not known.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    internal static void Restore(object? captured, SynchronizationContext? synchronizationContext)
    {
        // First, as in the framework's builders, so that the handlers of AsyncLocals see the caller's SynchronizationContext.
        SynchronizationContext.SetSynchronizationContext(synchronizationContext);
        if (ThreadContexts.Unmarked(captured) is { } context)
        {
            ExecutionContext.Restore(context);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // contexts seldom change between an await and its end
    private static Operation? ResumeIn(object? own, object captured, IWaiter waiter, ThreadState thread)
    {
        ExecutionContext context = ThreadContexts.Unmarked(captured)!;
        if (own is null)
        {
            // Only ExecutionContext.Run returns to a context that isn't known. The trampoline inside is never refused, so that the result
            // stays transferred to this thread, and this trampoline alone ends the transfer.
            ExecutionContext.Run(context, s_run, waiter);
            return null;
        }

        ExecutionContext.Restore(context);
        return Cast.To<Operation>(waiter).ResumeWaiter(thread);
    }
}

internal abstract partial class Operation
{
    /// <summary>Captures the ExecutionContext, as the framework does at each await; nothing if none flows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every await
    internal void CaptureContext(ThreadState thread)
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            return;
        }

        object? context = ThreadContexts.Capture(thread.Thread);
        if (ReferenceEquals(context, ThreadContexts.DefaultMark))
        {
            // A separate store, because a common store of both values would have a write barrier. Release, here and below: a thread in
            // GetStatus with the token of the use before, which sees this value, must see that its use has ended.
            Volatile.Write(ref _contextOrFailure, ThreadContexts.DefaultMark);
        }
        else
        {
            Volatile.Write(ref _contextOrFailure, context);
        }
    }
}

internal sealed partial class ThreadState
{
    internal Thread? Thread { get; } = ThreadContexts.Current;

    /// <summary>As SynchronizationContext.Current, without a further lookup of the thread.</summary>
    internal SynchronizationContext? SynchronizationContext
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of most awaits
        get => ThreadContexts.GetSynchronizationContext(Thread);
    }
}
#endif
