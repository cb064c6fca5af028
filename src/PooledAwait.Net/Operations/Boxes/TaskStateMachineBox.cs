using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The box of a suspended async method that returns a real Task. No handle refers to the box, so it returns to its pool before the Task is
/// completed.
/// </summary>
/// <typeparam name="TStateMachine">The compiler's state machine.</typeparam>
/// <typeparam name="TResult">The method's result.</typeparam>
/// <typeparam name="TBuilder">The framework's builder of the Task.</typeparam>
internal sealed class TaskStateMachineBox<TStateMachine, TResult, TBuilder> : MethodBox<TResult>, IWaiter
    where TStateMachine : IAsyncStateMachine
    where TBuilder : struct, IFrameworkBuilder<TResult>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(TStateMachine));

    private TStateMachine _stateMachine = default!;

    /// <summary>Holds the Task, and completes it as the framework's builder does.</summary>
    private TBuilder _task;

    private TaskStateMachineBox()
        : base(s_pool)
    {
    }

    /// <summary>Gets the builder's box; at the method's first suspension, one from the pool with the state machine in it.</summary>
    /// <param name="reference">The builder's reference, part of the state machine.</param>
    /// <param name="task">The framework's builder in ours, part of the state machine.</param>
    /// <param name="stateMachine">The state machine.</param>
    internal static TaskStateMachineBox<TStateMachine, TResult, TBuilder> GetOrRent(
        ref MethodBox<TResult>? reference,
        ref TBuilder task,
        ref TStateMachine stateMachine)
    {
        MethodBox<TResult>? box = reference;
        return box is not null && box.IsResumed
            ? Cast.To<TaskStateMachineBox<TStateMachine, TResult, TBuilder>>(box)
            : Suspend(ref reference, ref task, ref stateMachine);
    }

    private static TaskStateMachineBox<TStateMachine, TResult, TBuilder> Suspend(
        ref MethodBox<TResult>? reference,
        ref TBuilder task,
        ref TStateMachine stateMachine)
    {
        TaskStateMachineBox<TStateMachine, TResult, TBuilder> box =
            reference as TaskStateMachineBox<TStateMachine, TResult, TBuilder>
            ?? Cast.OrNull<TaskStateMachineBox<TStateMachine, TResult, TBuilder>>(s_pool.TryRent())
            ?? new TaskStateMachineBox<TStateMachine, TResult, TBuilder>();

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

    /// <remarks>The builder has looked whether its Task is complete.</remarks>
    private protected override bool CanEnd(short token) => true;

    private protected override void Finish() => Finish(ThreadState.Current);

    /// <remarks>The Task reports it, unless somebody looks.</remarks>
    private protected override object Keep(object failure) => failure;

    private void Finish(ThreadState thread)
    {
        TBuilder task = _task;
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
