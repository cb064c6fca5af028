namespace PooledAwait;

/// <summary>The contexts around a <see cref="Trampoline"/>, or around a call of user code: each waiter is resumed in the ExecutionContext
/// that it captured, and the thread gets its own contexts back at the end.</summary>
/// <remarks>All calls get the contexts by value: an address would keep the frame in memory.</remarks>
internal readonly struct ContextFrame
{
    private static readonly ContextCallback s_run = static waiter => Trampoline.RunUnguarded((IWaiter)waiter!);

    private readonly Thread? _thread;

    /// <summary>The thread's ExecutionContext, as <see cref="ThreadContexts.Capture"/> returns it. Null if its flow is suppressed; then it
    /// can't be restored, only returned to.</summary>
    private readonly object? _context;
    private readonly SynchronizationContext? _synchronizationContext;

    private ContextFrame(Thread? thread, SynchronizationContext? synchronizationContext)
    {
        _thread = thread;
        _context = ThreadContexts.Capture(thread);
        _synchronizationContext = synchronizationContext;
    }

    /// <summary>Captures the thread's contexts. After a waiter has run, or if an exception leaves, <see cref="Exit"/> is due. A completion
    /// that resumes no waiter needs none: a delegate that runs inline leaves its changes to the setter, as in the framework.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as TryEnter
    internal static ContextFrame Enter(ThreadState thread) =>
        ExecutionContextFlow.IsEnabled ? new(thread.Thread, thread.SynchronizationContext) : default;

    /// <summary>Captures the thread's contexts around a call, as the framework's builders do around a method's start; the frame needs an
    /// <see cref="Exit"/>. Returns false if the flow of the ExecutionContext is suppressed, which only the framework can restore.</summary>
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

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private static void Restore(object? captured, SynchronizationContext? synchronizationContext)
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
            // Only ExecutionContext.Run returns to a suppressed context. The trampoline inside is never refused, so that the result stays
            // transferred to this thread, and this trampoline alone ends the transfer.
            ExecutionContext.Run(context, s_run, waiter);
            return null;
        }

        ExecutionContext.Restore(context);
        return Cast.To<Operation>(waiter).ResumeWaiter(thread);
    }
}

/// <content>The context of a suspended waiter, where a capture is one reference.</content>
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
            // A separate store, because a common store of both values would have a write barrier.
            _contextOrFailure = ThreadContexts.DefaultMark;
        }
        else
        {
            _contextOrFailure = context;
        }
    }

    /// <summary>Takes the captured context, or <see cref="ThreadContexts.DefaultMark"/>, out; null if none was captured.</summary>
    internal object? TakeContext()
    {
        object? context = _contextOrFailure;
        _contextOrFailure = null;
        return context;
    }
}

/// <content>The thread's contexts.</content>
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
