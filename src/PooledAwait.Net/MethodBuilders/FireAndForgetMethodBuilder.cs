using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>Builds <see cref="FireAndForget"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct FireAndForgetMethodBuilder
{
    /// <summary>Null until the method suspends.</summary>
    private StateMachineBox<VoidResult>? _box;

    /// <summary>The token of <see cref="_box"/>.</summary>
    private short _token;

    /// <summary>What the caller gets. The compiler asks once, after the method's first part: from here on nobody waits.</summary>
    public readonly FireAndForget Task
    {
        get
        {
            _box?.Forget(_token, FireAndForget.Forgotten);
            return default;
        }
    }

    /// <summary>Makes a builder.</summary>
    public static FireAndForgetMethodBuilder Create() => default;

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.Start"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetStateMachine"/>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder.SetResult"/>
    public readonly void SetResult() => _box?.SetResult(default);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetException"/>
    public readonly void SetException(Exception exception)
    {
        if (_box is null)
        {
            // Here and not when the task is asked for: what handlers do to the contexts stays inside the method.
            FireAndForget.Report(exception);
        }
        else
        {
            _box.SetException(exception);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitOnCompleted"/>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        StateMachineBox<TStateMachine, VoidResult>.AwaitSafe(ref _box, ref _token, ref awaiter, ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (AwaiterLinks.AreTyped && default(TAwaiter) is not null && awaiter is IOperationAwaiter)
        {
            Operation? awaited = ((IOperationAwaiter)awaiter).Operation;
            int handle = ((IOperationAwaiter)awaiter).Handle;
            if (_box is { IsResumed: true } box)
            {
                Awaiters.Link(awaited, handle, box);
            }
            else
            {
                StateMachineBox<TStateMachine, VoidResult>.Suspend(ref _box, ref _token, ref stateMachine, awaited, handle);
            }
        }
        else
        {
            StateMachineBox<TStateMachine, VoidResult>.AwaitOther(ref _box, ref _token, ref stateMachine, awaiter);
        }
    }
}
