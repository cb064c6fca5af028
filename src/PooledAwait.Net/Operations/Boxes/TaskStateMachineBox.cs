using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The box of a suspended async method that returns a real Task. No handle refers to the box, so it returns to its pool before the Task is
/// completed.
/// </summary>
/// <typeparam name="TStateMachine">The compiler's state machine.</typeparam>
/// <typeparam name="TResult">The method's result.</typeparam>
internal sealed class TaskStateMachineBox<TStateMachine, TResult> : MethodBox<TResult>, IWaiter
    where TStateMachine : IAsyncStateMachine
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(TStateMachine));

    private TStateMachine _stateMachine = default!;

    /// <summary>Holds the Task, and completes it as the framework's builder does.</summary>
    private AsyncTaskMethodBuilder<TResult> _task;

    private TaskStateMachineBox()
        : base(s_pool)
    {
    }

    /// <summary>Gets the builder's box; at the method's first suspension, one from the pool with the state machine in it.</summary>
    /// <param name="reference">The builder's reference, part of the state machine.</param>
    /// <param name="task">The framework's builder in ours, part of the state machine.</param>
    /// <param name="stateMachine">The state machine.</param>
    internal static TaskStateMachineBox<TStateMachine, TResult> GetOrRent(
        ref MethodBox<TResult>? reference,
        ref AsyncTaskMethodBuilder<TResult> task,
        ref TStateMachine stateMachine)
    {
        MethodBox<TResult>? box = reference;
        return box is not null && box.IsResumed
            ? Cast.To<TaskStateMachineBox<TStateMachine, TResult>>(box)
            : Suspend(ref reference, ref task, ref stateMachine);
    }

    private static TaskStateMachineBox<TStateMachine, TResult> Suspend(
        ref MethodBox<TResult>? reference,
        ref AsyncTaskMethodBuilder<TResult> task,
        ref TStateMachine stateMachine)
    {
        TaskStateMachineBox<TStateMachine, TResult> box =
            reference as TaskStateMachineBox<TStateMachine, TResult>
            ?? Cast.OrNull<TaskStateMachineBox<TStateMachine, TResult>>(s_pool.TryRent())
            ?? new TaskStateMachineBox<TStateMachine, TResult>();

        // The Task is made now, before the builder is copied: both copies must hold the same one.
        _ = task.Task;
        box._task = task;

        // No handle could be lost.
        OperationTracker.Current?.Consume(box, box.Token);
        reference = box;
        box._stateMachine = stateMachine;
        return box;
    }

    /// <inheritdoc/>
    internal override Operation? ResumeWaiter(ThreadState thread)
    {
        BeginRun(thread.TrampolineId);
        _stateMachine.MoveNext();
        if (TryTakeEnded(thread.TrampolineId))
        {
            Finish(thread);
        }

        return null;
    }

    /// <remarks>The Task itself tells, when it is completed.</remarks>
    private protected override bool CanEnd(short token) => true;

    private protected override void Finish() => Finish(ThreadState.Current);

    private void Finish(ThreadState thread)
    {
        AsyncTaskMethodBuilder<TResult> task = _task;
        TResult result = _result;
        object? failure = TakeFailure();
        _task = default;
        _stateMachine = default!;
        ClearResult();
        Recycle(thread);

        if (failure is null)
        {
            task.SetResult(result);
        }
        else
        {
            task.SetException(Failure.ToException(failure));
        }
    }
}
