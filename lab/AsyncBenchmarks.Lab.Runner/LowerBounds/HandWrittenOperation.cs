using System.Runtime.CompilerServices;
using System.Threading;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>
/// A pending operation: what its awaiter waits for, and, of a method, what is resumed. It has one awaiter, who gives it back,
/// and one completer, unchecked. An exception goes to the completer of the awaited operation, and leaves its contexts changed.
/// </summary>
internal abstract class HandWrittenOperation(int kind)
{
    private const int Pending = 0;
    private const int Awaited = 1;
    private const int Completed = 2;

    /// <summary>
    /// <see cref="Pending"/>, until either the awaiter or the completer comes: <see cref="Awaited"/>, and the completer goes on
    /// with the continuation; or <see cref="Completed"/>, and the awaiter goes on itself.
    /// </summary>
    private int _state;

    /// <summary>The awaiting box; valid once this is <see cref="Awaited"/>.</summary>
    private HandWrittenOperation? _continuation;

    /// <summary>Of what is suspended: the context in which it goes on; null if its flow was suppressed.</summary>
    private ExecutionContext? _context;

    /// <summary>Whether it was complete before it was awaited.</summary>
    public bool IsCompleteUnawaited
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
        get => Volatile.Read(ref _state) == Completed;
    }

    /// <summary>The awaiting box; null if there is none yet.</summary>
    protected HandWrittenOperation? Awaiter => Volatile.Read(ref _state) == Awaited ? _continuation : null;

    /// <summary>Goes on.</summary>
    /// <param name="awaited">The complete operation that was awaited, to be returned to its pool. Null if it is none of ours.</param>
    /// <param name="lists">This thread's.</param>
    /// <returns>This, if its result is written now; null if it is suspended again, and perhaps running elsewhere.</returns>
    protected abstract HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists);

    /// <summary>Remembers the context in which this goes on, as the framework does at each await.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per suspension
    public void CaptureContext()
    {
        if (HandWrittenFlow.IsEnabled)
        {
            _context = ExecutionContext.Capture();
        }
    }

    /// <summary>Registers what goes on when this is complete.</summary>
    /// <returns>False if it is complete.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per suspension
    public bool TryContinueWith(HandWrittenOperation continuation)
    {
        _continuation = continuation;

        // The exchange publishes the continuation, and decides against a completer that comes at this moment.
        return Interlocked.CompareExchange(ref _state, Awaited, Pending) == Pending;
    }

    /// <summary>Publishes a result that is written, and runs what awaits it, and what awaits that, as far as it goes.</summary>
    public void Complete()
    {
        HandWrittenOperation? continuation = Publish();
        if (continuation is not null)
        {
            Run(continuation, this);
        }
    }

    /// <summary>Makes this as new, and gives it to the thread's list.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few instructions
    public void GiveBack(HandWrittenPool.FreeList[] lists)
    {
        _state = Pending;
        lists[kind].Give(this);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per completion
    private HandWrittenOperation? Publish() =>
        Volatile.Read(ref _state) == Awaited || Interlocked.CompareExchange(ref _state, Completed, Pending) == Awaited
            ? _continuation
            : null;

    /// <summary>Resumes what awaited; the caller's contexts are as before when this returns.</summary>
    protected static void Run(HandWrittenOperation continuation, HandWrittenOperation? awaited)
    {
        if (!HandWrittenFlow.IsEnabled)
        {
            Loop(continuation, awaited, current: null);
            return;
        }

        ExecutionContext? context = ExecutionContext.Capture();
        SynchronizationContext? synchronizationContext = SynchronizationContext.Current;
        if (context is null)
        {
            RunSuppressed(continuation, awaited);
            return;
        }

        Loop(continuation, awaited, context);
        if (!ReferenceEquals(context, ExecutionContext.Capture())
            || !ReferenceEquals(synchronizationContext, SynchronizationContext.Current))
        {
            SynchronizationContext.SetSynchronizationContext(synchronizationContext);
            ExecutionContext.Restore(context);
        }
    }

    private static void Loop(HandWrittenOperation resumed, HandWrittenOperation? awaited, ExecutionContext? current)
    {
        HandWrittenPool.FreeList[] lists = HandWrittenPool.Current;
        while (true)
        {
            ExecutionContext? context = HandWrittenFlow.IsEnabled ? resumed._context : null;
            if (context is not null)
            {
                // Nothing is written where there is none: what all threads share would go from core to core.
                resumed._context = null;
                if (!ReferenceEquals(context, current))
                {
                    ExecutionContext.Restore(context);
                }
            }

            awaited = resumed.Resume(awaited, lists);
            if (awaited is null)
            {
                return;
            }

            HandWrittenOperation? next = awaited.Publish();
            if (next is null)
            {
                return;
            }

            resumed = next;
            current = Capture();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per resumption
    private static ExecutionContext? Capture() => HandWrittenFlow.IsEnabled ? ExecutionContext.Capture() : null;

    // A suppressed context can't be restored, so its flow goes on meanwhile.
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private static void RunSuppressed(HandWrittenOperation continuation, HandWrittenOperation? awaited)
    {
        ExecutionContext.RestoreFlow();
        Run(continuation, awaited);
        ExecutionContext.SuppressFlow();
    }
}
