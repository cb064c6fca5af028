namespace PooledAwait;

/// <summary>The contexts around a <see cref="Trampoline"/>, or around a call of user code: each waiter is resumed in the ExecutionContext
/// that it captured, and the thread gets its own contexts back at the end.</summary>
/// <remarks>Calls get the contexts by value, because taking an address would keep the frame in memory instead of registers.</remarks>
internal readonly struct ContextFrame
{
    private static readonly ContextCallback s_run = static waiter => Trampoline.RunUnguarded((Operation)waiter!);

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
    internal Operation? Resume(Operation waiter, ThreadState thread)
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            return waiter.ResumeWaiter(thread);
        }

        object? context = waiter.TakeContext();

        // Null if the flow was suppressed at the await, or if the waiter captures nothing (a listener, WhenAll). It then resumes in the
        // current context, as a method of the framework does.
        return context is null || ReferenceEquals(context, ThreadContexts.Capture(thread.Thread))
            ? waiter.ResumeWaiter(thread)
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
    private static Operation? ResumeIn(object? own, object captured, Operation waiter, ThreadState thread)
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
        return waiter.ResumeWaiter(thread);
    }
}
