using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>Builds <see cref="PooledTask{T}"/> for the compiler; not for use in code.</summary>
/// <typeparam name="T">The result.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledTaskMethodBuilder<T>
{
    /// <summary>The framework's builder makes and completes the Task, with its cache of common results; it never sees the method.</summary>
    private AsyncTaskMethodBuilder<T> _task;

    /// <summary>Null until the method suspends; <see cref="TaskOnly{TResult}"/> if the Task is made before that.</summary>
    private MethodBox<T>? _box;

    /// <summary>The task that the caller gets.</summary>
    public PooledTask<T> Task
    {
        get
        {
            _box ??= TaskOnly<T>.Instance;
            return new(_task.Task);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.ObjectIdForDebugger"/>
    internal object ObjectIdForDebugger => Task.AsTask();

    /// <summary>Creates a builder.</summary>
    public static PooledTaskMethodBuilder<T> Create() => default;

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.Start"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetStateMachine"/>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetResult"/>
    public void SetResult(T result)
    {
        if (_box is null)
        {
            if (!SharedResults<T>.TryGet(result, ref _task))
            {
                _task.SetResult(result);
            }

            _box = TaskOnly<T>.Instance;
        }
        else if (ReferenceEquals(_box, TaskOnly<T>.Instance))
        {
            _task.SetResult(result);
        }
        else
        {
            _box.SetResult(result, token: 0);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetException"/>
    public void SetException(Exception exception)
    {
        if (_box is null || ReferenceEquals(_box, TaskOnly<T>.Instance))
        {
            _box = TaskOnly<T>.Instance;
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
        TaskStateMachineBox<TStateMachine, T>.GetOrRent(ref _box, ref _task, ref stateMachine).AwaitOnCompleted(ref awaiter);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted"/>
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        TaskStateMachineBox<TStateMachine, T>.GetOrRent(ref _box, ref _task, ref stateMachine).Await(ref awaiter);

    /// <summary>
    /// Has a debugger that steps out of the method stop where its Task is awaited. Called as <see cref="ObjectIdForDebugger"/>.
    /// </summary>
    /// <param name="enabled">Whether to stop there.</param>
    internal void SetNotificationForWaitCompletion(bool enabled) => WaitNotification.Set(Task.AsTask(), enabled);
}
