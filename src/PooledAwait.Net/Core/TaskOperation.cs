using System.Linq;
using System.Runtime.ExceptionServices;

namespace PooledAwait;

/// <summary>An operation that follows a Task: it completes with the Task's outcome. The Task notifies it inside the thread that completes
/// the Task, whatever context that thread has, so the operation is complete when the Task's SetResult returns.</summary>
/// <remarks>A notification may be late: after <see cref="TryTakeTask"/> the object may follow another Task. If that one is pending, nothing
/// happens; if it is complete, the late call does what its own notification would do. Invariant: <see cref="_task"/> is null unless the
/// object follows a Task and no thread has claimed the completion. The claimer clears it before it publishes, so that a thread that reads
/// the token first, and then the Task, never has an older use's Task with this use's token.</remarks>
[PublicName("PooledValueTask of a Task")]
internal abstract class TaskOperation<TResult>() : Operation<TResult>(s_pool)
{
    private static readonly OperationPool s_pool =
        OperationPools.Create(typeof(TaskOperation<TResult>), CreateForThisRuntime().GetType());

    private Task? _task;

    internal override bool MayHaveSeveralErrors => true;

    /// <summary>Follows a Task that has not completed successfully.</summary>
    internal static TaskOperation<TResult> Follow(Task task)
    {
        TaskOperation<TResult> operation = s_pool.TryRent<TaskOperation<TResult>>() ?? CreateForThisRuntime();
        operation.Apply(task.CreationOptions & TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref operation._task, task); // release: a late notification of an earlier use may see it
        operation.RegisterWith(task);
        return operation;
    }

    /// <summary>Takes the Task, and consumes the operation. Returns null and does nothing if the operation already has the Task's outcome,
    /// is awaited or consumed.</summary>
    internal Task? TryTakeTask(short token)
    {
        Task? task = Atomic.Read(ref _task);
        if (task is null || !CanRegister(token) || !TryBeginCompletion(token))
        {
            return null;
        }

        // A failure, not an empty success: another thread may register now, and must not take that for the Task's result.
        _task = null;
        SetFailure(Failure.TakenAsTask);
        Complete();
        Consume(token, out _);
        return task;
    }

    /// <summary>Has the Task call <see cref="OnTaskCompleted"/>, at once if it is complete.</summary>
    private protected abstract void RegisterWith(Task task);

    private protected void OnTaskCompleted()
    {
        short token = CurrentToken;
        Task? task = Atomic.Read(ref _task);
        if (task is not { IsCompleted: true } || !TryBeginCompletion(token))
        {
            return;
        }

        _task = null;
        if (task.Status == TaskStatus.RanToCompletion)
        {
            if (typeof(TResult) != typeof(VoidResult))
            {
                _result = Cast.To<Task<TResult>>(task).Result;
            }

            SetFailure(null);
        }
        else
        {
            SetFailure(FailureOf(task));
        }

        try
        {
            Trampoline.CompleteAndRun(this);
        }
        catch (Exception exception)
        {
            // A continuation has thrown. The Task must go on to its other continuations, as it does after one of its own that throws.
            Failure.ThrowUnhandled(exception);
        }
    }

    /// <summary>Gets why a Task has no result. Its errors count as observed. This runs between the claim and the publication, so an
    /// interruption must not end it: Task.Exception makes an AggregateException, whose text the framework reads under a lock.</summary>
    private static object FailureOf(Task task) =>
        UninterruptedWait.Repeat(static task => task.Exception, task)?.InnerExceptions is not { } errors ? task
        : errors.Count == 1 ? ExceptionDispatchInfo.Capture(errors[0])
        : errors.Select(ExceptionDispatchInfo.Capture).ToArray();

    [SuppressMessage("Performance", "CA1859", Justification = "Two classes on .NET.")]
    private static TaskOperation<TResult> CreateForThisRuntime() =>
#if NET
        FrameworkBoxes.AreRecognized ? CreateRecognized() : new ByDelegate();
#else
        new ByDelegate();
#endif

    /// <summary>For runtimes whose Tasks take only a delegate, which costs 48 B for each pending Task.</summary>
    private sealed class ByDelegate : TaskOperation<TResult>
    {
        private readonly Action _notify;

        internal ByDelegate() => _notify = OnTaskCompleted;

        private protected override void RegisterWith(Task task)
        {
            if (task.IsCompleted)
            {
                OnTaskCompleted();
            }
            else
            {
                InlineContext.Notify(task, _notify);
            }
        }
    }

#if NET
    /// <summary>A separate method, because a runtime that doesn't accept the class fails to compile it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SuppressMessage("Performance", "CA1859", Justification = "The caller must not load the class.")]
    private static TaskOperation<TResult> CreateRecognized() => new Recognized();

    private sealed class Recognized : TaskOperation<TResult>, ITaskCompletionAction
    {
        /// <summary>If true, a Task with RunContinuationsAsynchronously allocates, and completes the operation on another thread.</summary>
        public bool InvokeMayRunArbitraryCode => false;

        /// <summary>The framework calls with the Task that runs on this thread as the current one, which user code must not see.</summary>
        public void Invoke(Task completingTask)
        {
            ref Task? current = ref FrameworkBoxes.CurrentTask(null);
            Task? outer = current;
            current = null;
            try
            {
                OnTaskCompleted();
            }
            finally
            {
                current = outer;
            }
        }

        private protected override void RegisterWith(Task task) => FrameworkBoxes.Follow(task, this);
    }
#endif
}
