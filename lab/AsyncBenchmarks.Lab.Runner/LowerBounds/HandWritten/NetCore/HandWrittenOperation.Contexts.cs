using System.Runtime.CompilerServices;
using System.Threading;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <content>Contexts are references, which are captured and restored.</content>
internal abstract partial class HandWrittenOperation : IThreadPoolWorkItem
{
    /// <summary>Of what is suspended: the context in which it goes on; null if its flow was suppressed.</summary>
    private ExecutionContext? _context;

    /// <summary>Remembers the context in which this goes on, as the framework does at each await.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per suspension
    public void CaptureContext()
    {
        if (HandWrittenFlow.IsEnabled)
        {
            _context = ExecutionContext.Capture();
        }
    }

    /// <summary>Lets this go on in the thread pool: it is the work item itself.</summary>
    public void Queue() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);

    /// <summary>Nothing is put back: the thread pool cleans its thread after each work item.</summary>
    void IThreadPoolWorkItem.Execute() => Loop(this, awaited: null, Capture());

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
