using System.ComponentModel;

namespace PooledAwait.MethodBuilders;

/// <summary>Builds <see cref="PooledValueTask"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledValueTaskMethodBuilder : IMethodBuilder
{
    /// <summary>Null until the method suspends, or throws.</summary>
    private MethodBox<VoidResult>? _box;

    /// <summary>0 while the method runs; then the token of <see cref="_box"/>, or <see cref="AsyncMethod.Completed"/> if there is no
    /// box.</summary>
    private short _token;

    /// <summary>See <see cref="MethodBox{T}.QueueWhereThreadHasContext"/>.</summary>
    internal readonly void QueueWhereThreadHasContext() => _box?.QueueWhereThreadHasContext(_token);

    /// <summary>The task that the caller gets.</summary>
    public PooledValueTask Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if (_token == 0)
            {
                // Read by user code before Start: a pending task, which SetResult or SetException completes.
                AsyncMethod.MakePending(ref _box, ref _token);
            }

            return new(_box, _token);
        }
    }

    internal object ObjectIdForDebugger => AsyncMethod.Identify(ref _box, ref _token);

    /// <summary>Creates a builder.</summary>
    public static PooledValueTaskMethodBuilder Create() => default;

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
            AsyncMethod.StartOnMono(ref stateMachine);
        }
        else
        {
            default(AsyncTaskMethodBuilder).Start(ref stateMachine);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetStateMachine"/>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    /// <summary>Completes the task of a method that returned.</summary>
    /// <exception cref="InvalidOperationException">The method has already ended.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult()
    {
        if (_token != 0)
        {
            AsyncMethod.SetResult(_box, default, _token);
            return;
        }

        _token = AsyncMethod.Completed;
    }

    /// <summary>The task of a method that has suspended; otherwise one without an operation.</summary>
    internal readonly PooledValueTask SuspendedTask => new(_box, _token);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetException"/>
    public void SetException(Exception exception) => AsyncMethod.SetException(ref _box, ref _token, exception);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitOnCompleted"/>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        StateMachineBox<TStateMachine, VoidResult>.AwaitOnCompleted(ref _box, ref _token, ref awaiter, ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted"/>
    [MethodImpl(Runtimes.Unboxed)] // as PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (Runtimes.TestAwaiters && default(TAwaiter) is not null && awaiter is IOperationAwaiter)
        {
            Operation? awaited = ((IOperationAwaiter)awaiter).Operation;
            int packedToken = ((IOperationAwaiter)awaiter).PackedToken;
            if (_box is { IsResumed: true } box)
            {
                Awaiters.Register(awaited, packedToken, box.Waiter);
            }
            else
            {
                StateMachineBox<TStateMachine, VoidResult>.Suspend(ref _box, ref _token, ref stateMachine, awaited, packedToken);
            }
        }
        else
        {
            StateMachineBox<TStateMachine, VoidResult>.AwaitSlow(ref _box, ref _token, ref stateMachine, awaiter);
        }
    }
}
