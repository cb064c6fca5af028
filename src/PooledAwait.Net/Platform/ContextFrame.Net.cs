#if NET
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// The contexts of the thread that runs a <see cref="Resumer"/>'s loop: each box gets the ExecutionContext it captured, the
/// thread gets its own back. As the framework's builders do, with one capture more and no delegate.
/// </summary>
internal readonly struct ContextFrame
{
    private static readonly ContextCallback s_run = static box => Resumer.Run((Operation)box!);

    /// <summary>The thread's context; null if its flow is suppressed, and then it can't be restored, only returned to.</summary>
    private readonly ExecutionContext? _context;
    private readonly SynchronizationContext? _synchronizationContext;

    private ContextFrame(ExecutionContext? context, SynchronizationContext? synchronizationContext)
    {
        _context = context;
        _synchronizationContext = synchronizationContext;
    }

    internal static ContextFrame Enter() => new(ExecutionContext.Capture(), SynchronizationContext.Current);

    /// <summary>Enters a work item of the thread pool, whose frame needs no <see cref="Exit"/>.</summary>
    internal static ContextFrame EnterWorkItem() => new(ExecutionContext.Capture(), null);

    /// <summary>Resumes the loop's first box in its context: the thread's is the one that was there a moment ago.</summary>
    /// <inheritdoc cref="Resume"/>
    internal Operation? ResumeFirst(Operation box, ThreadState thread, Operation? awaited)
    {
        object? context = box.TakeContext();

        // No context: its flow was suppressed at the await, and the body goes on in whatever is here, as the framework's.
        return context is null || ReferenceEquals(Unmarked(context), _context) ? box.Resume(thread, awaited) : ResumeIn(context, box, thread, awaited);
    }

    /// <summary>Resumes a box in its context.</summary>
    /// <param name="box">The box.</param>
    /// <param name="thread">This thread's state.</param>
    /// <param name="awaited">What the box has awaited, if this loop has completed it.</param>
    /// <returns>What its Resume returned.</returns>
    internal Operation? Resume(Operation box, ThreadState thread, Operation? awaited)
    {
        object? context = box.TakeContext();
        return context is null || ReferenceEquals(Unmarked(context), ExecutionContext.Capture()) ? box.Resume(thread, awaited) : ResumeIn(context, box, thread, awaited);
    }

    /// <summary>Puts the thread's contexts back if the loop has changed them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // where the loop has looked the thread up already
    internal void Exit()
    {
        if (!ReferenceEquals(_context, ExecutionContext.Capture()) || !ReferenceEquals(_synchronizationContext, SynchronizationContext.Current))
        {
            Restore();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void Restore()
    {
        if (_context is not null)
        {
            ExecutionContext.Restore(_context);
        }

        SynchronizationContext.SetSynchronizationContext(_synchronizationContext);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // contexts seldom change between an await and its end
    private Operation? ResumeIn(object captured, Operation box, ThreadState thread, Operation? awaited)
    {
        ExecutionContext context = Cast.To<ExecutionContext>(Unmarked(captured));
        if (_context is null)
        {
            // Only Run knows how to come back to a suppressed context: a loop of its own, inside it; or, without room for that,
            // a work item. So it may be another thread that consumes.
            awaited?.LeaveForGood(box, thread);
            return ResumeFromSuppressed(box, context);
        }

        ExecutionContext.Restore(context);
        return box.Resume(thread, awaited);
    }

    /// <summary>The context that a box has kept, where it has kept one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison with a constant
    private static object Unmarked(object captured) => ReferenceEquals(captured, DefaultContext.Mark) ? DefaultContext.Known : captured;

    private static Operation? ResumeFromSuppressed(Operation box, ExecutionContext context)
    {
        box.PutBackContext(context);
        ExecutionContext.Run(context, s_run, box);
        return null;
    }
}
#endif
