using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace PooledAwait.MethodBuilders;

/// <summary>Builds <see cref="PooledTask"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledTaskMethodBuilder
{
    private static readonly Task s_completed = SharedResults<VoidResult>.ToTask(default);

    private PooledTaskMethodBuilder<VoidResult> _builder;

    /// <summary>The task that the caller gets.</summary>
    public PooledTask Task
    {
        get
        {
            Task task = _builder.Task.AsTask();
            return new(ReferenceEquals(task, s_completed) ? System.Threading.Tasks.Task.CompletedTask : task);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.ObjectIdForDebugger"/>
    internal object ObjectIdForDebugger => _builder.ObjectIdForDebugger;

    /// <summary>Creates a builder.</summary>
    public static PooledTaskMethodBuilder Create() => default;

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.Start"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetStateMachine"/>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder.SetResult"/>
    public void SetResult() => _builder.SetResult(default);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetException"/>
    public void SetException(Exception exception) => _builder.SetException(exception);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitOnCompleted"/>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted"/>
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);

    /// <inheritdoc cref="PooledTaskMethodBuilder{T}.SetNotificationForWaitCompletion"/>
    internal void SetNotificationForWaitCompletion(bool enabled) => _builder.SetNotificationForWaitCompletion(enabled);
}
