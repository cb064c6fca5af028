namespace PooledAwait;

/// <summary>A SynchronizationContext or a TaskScheduler on which continuations are posted or queued, chosen as
/// ManualResetValueTaskSourceCore does: null stands for the plain SynchronizationContext with the default scheduler.</summary>
internal static class SchedulingContext
{
    private static readonly SendOrPostCallback s_resume = static waiter => Trampoline.Run((Operation)waiter!);
    private static readonly Action<object?> s_resumeOnScheduler = static waiter => Trampoline.Run((Operation)waiter!);

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
    internal static void Queue(object? schedulingContext, Operation waiter, bool preferLocal)
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
