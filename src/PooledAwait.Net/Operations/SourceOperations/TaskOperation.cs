using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// An operation that completes as a Task does. The Task notifies it inside the thread that completes the Task, whatever context that thread
/// has. A thread that asks before that finds the Task complete; if it registers or takes the result, it completes the operation.
/// </summary>
/// <remarks>
/// A notification says only "look at your Task". It may be late: the object may follow another Task by then, and finds that pending or
/// complete. So the delegate needs no token, and is made once for the object.
/// Invariant: <see cref="_task"/> is null unless the object follows a Task and no thread has claimed the completion. The claimer clears
/// it before it publishes, so that a thread that reads the token first, and then the Task, never has an older use's Task with this use's
/// token.
/// </remarks>
/// <typeparam name="TResult">The Task's result; <see cref="VoidResult"/> if it has none.</typeparam>
[PublicName("PooledValueTask of a Task")]
internal sealed class TaskOperation<TResult> : Operation<TResult>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(TaskOperation<TResult>));

    private readonly Action _notify;
    private Task? _task;

    private TaskOperation()
        : base(s_pool)
    {
        _notify = OnNotified;
    }

    internal override bool MayHaveSeveralErrors => true;

    /// <summary>Whether the Task is complete, or another thread has claimed the completion for that reason.</summary>
    internal bool IsTaskCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Operation<T>.IsCompleted, and as the framework's own property
        get => Atomic.Read(ref _task) is not { IsCompleted: false };
    }

    /// <summary>Follows a Task that has not completed successfully. A pending one allocates 48 B for its notification.</summary>
    internal static TaskOperation<TResult> Follow(Task task)
    {
        TaskOperation<TResult> operation = s_pool.TryRent<TaskOperation<TResult>>() ?? new TaskOperation<TResult>();
        operation.Apply(task.CreationOptions & TaskCreationOptions.RunContinuationsAsynchronously);
        operation.ApplyFollowing();
        Volatile.Write(ref operation._task, task); // release: a late notification of an earlier use may see it
        if (!task.IsCompleted)
        {
            InlineContext.Notify(task, operation._notify);
        }

        return operation;
    }

    /// <summary>Takes the Task in the place of the operation, which this consumes.</summary>
    /// <param name="token">The token of the consumer's handle.</param>
    /// <returns>Null if the operation has the Task's outcome already, is awaited or consumed: nothing has happened.</returns>
    internal Task? TryTakeTask(short token)
    {
        Task? task = Atomic.Read(ref _task);
        if (task is null || !IsUntouched(Flags(token)) || !TryBeginCompletion(token))
        {
            return null;
        }

        // Not an empty success: another thread may register now, and must not take that for the Task's result.
        _task = null;
        SetFailure(Failure.TakenAsTask);
        Complete();
        Consume(token, out _);
        return task;
    }

    private protected override bool TryCompleteFromTask(short token)
    {
        if (!TryClaim(token))
        {
            return false;
        }

        // Inside an awaiter's call: a waiter is queued.
        Complete();
        return true;
    }

    private void OnNotified()
    {
        if (TryClaim(ReadToken()))
        {
            Trampoline.CompleteAndRun(this);
        }
    }

    /// <summary>Claims the completion if the Task is complete, and writes the outcome.</summary>
    /// <param name="token">The token of this use, read with acquire before this.</param>
    private bool TryClaim(short token)
    {
        Task? task = Atomic.Read(ref _task);
        if (task is not { IsCompleted: true } || !TryBeginCompletion(token))
        {
            return false;
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

        return true;
    }

    /// <summary>Gets why a Task has no result. Its errors count as observed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private static object FailureOf(Task task) => task.Exception is not { } exception ? task
        : exception.InnerExceptions.Count == 1 ? ExceptionDispatchInfo.Capture(exception.InnerExceptions[0])
        : exception.InnerExceptions.Select(ExceptionDispatchInfo.Capture).ToArray();
}
