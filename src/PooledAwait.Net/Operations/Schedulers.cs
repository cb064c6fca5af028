using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Where a continuation goes on: a SynchronizationContext, or else a TaskScheduler, as ManualResetValueTaskSourceCore
/// chooses them: the plain SynchronizationContext and the default scheduler are no place of their own.
/// </summary>
internal static class Schedulers
{
    private static readonly SendOrPostCallback s_resume = static box => Resumer.Run((Operation)box!);
    private static readonly Action<object?> s_resumeOnScheduler = static box => Resumer.Run((Operation)box!);

    /// <summary>The place that an await with captured context goes back to; null for none.</summary>
    internal static object? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // beside a capture of the ExecutionContext, the thread is found once
        get
        {
            SynchronizationContext? context = SynchronizationContext.Current;
            if (context is not null && context.GetType() != typeof(SynchronizationContext))
            {
                return context;
            }

            TaskScheduler scheduler = TaskScheduler.Current;
            return ReferenceEquals(scheduler, TaskScheduler.Default) ? null : scheduler;
        }
    }

    /// <summary>
    /// Captures the context for a box, and resumes it elsewhere, as YieldAwaitable does: in the current place, else by the
    /// thread pool's global queue.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // keeps it out of MoveNext
    internal static void Yield(Operation box)
    {
        box.CaptureContext();
        object? scheduler = Current;
        if (scheduler is null)
        {
            WorkItems.Queue(box, preferLocal: false);
        }
        else
        {
            Post(scheduler, box);
        }
    }

    /// <summary>Resumes a box there.</summary>
    internal static void Post(object scheduler, Operation box)
    {
        if (scheduler is SynchronizationContext context)
        {
            context.Post(s_resume, box);
        }
        else
        {
            Start((TaskScheduler)scheduler, s_resumeOnScheduler, box);
        }
    }

    /// <summary>Calls back there.</summary>
    internal static void Post(object scheduler, Action<object?> callback, object state)
    {
        if (scheduler is SynchronizationContext context)
        {
            context.Post(new SendOrPostCallback(callback), state);
        }
        else
        {
            Start((TaskScheduler)scheduler, callback, state);
        }
    }

    private static void Start(TaskScheduler scheduler, Action<object?> callback, object state) =>
        _ = Task.Factory.StartNew(callback, state, CancellationToken.None, TaskCreationOptions.DenyChildAttach, scheduler);
}
