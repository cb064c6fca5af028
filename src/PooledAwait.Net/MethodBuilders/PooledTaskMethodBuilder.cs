using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>Builds <see cref="PooledTask"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledTaskMethodBuilder
{
    /// <inheritdoc cref="PooledTaskMethodBuilder{T}._task"/>
    private AsyncTaskMethodBuilder<VoidResult> _task;

    /// <summary>Null until the method suspends; <see cref="TaskOnly{TResult}"/> if the Task is made before that.</summary>
    private StateMachineBox<VoidResult>? _box;

    /// <summary>Whether the method ended without suspending: then the one completed task of the framework serves all.</summary>
    private bool _completedAtOnce;

    /// <summary>The task that the caller gets.</summary>
    public PooledTask Task
    {
        get
        {
            if (_completedAtOnce)
            {
                return new(System.Threading.Tasks.Task.CompletedTask);
            }

            _box ??= TaskOnly<VoidResult>.Instance;
            return new(_task.Task);
        }
    }

    /// <summary>Creates a builder.</summary>
    public static PooledTaskMethodBuilder Create() => default;

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.Start"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        if (!ExecutionContextFlow.IsEnabled)
        {
            stateMachine.MoveNext();
        }
        else if (Runtimes.MayBeMono)
        {
            AsyncMethod.Start(ref stateMachine);
        }
        else
        {
            default(AsyncTaskMethodBuilder).Start(ref stateMachine);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetStateMachine"/>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder.SetResult"/>
    public void SetResult()
    {
        if (_box is null)
        {
            if (_completedAtOnce)
            {
                AsyncMethod.ThrowCompletedTwice();
            }

            _completedAtOnce = true;
        }
        else if (ReferenceEquals(_box, TaskOnly<VoidResult>.Instance))
        {
            _task.SetResult(default);
        }
        else
        {
            _box.SetResult(default, token: 0);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetException"/>
    public void SetException(Exception exception)
    {
        if (_completedAtOnce)
        {
            AsyncMethod.ThrowCompletedTwice();
        }

        if (_box is null || ReferenceEquals(_box, TaskOnly<VoidResult>.Instance))
        {
            _box = TaskOnly<VoidResult>.Instance;
            _task.SetException(exception);
        }
        else
        {
            _box.SetException(exception, token: 0);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitOnCompleted"/>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        TaskStateMachineBox<TStateMachine, VoidResult>.GetOrRent(ref _box, ref _task, ref stateMachine).AwaitOnCompleted(ref awaiter);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted"/>
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        TaskStateMachineBox<TStateMachine, VoidResult>.GetOrRent(ref _box, ref _task, ref stateMachine).Await(ref awaiter);
}
