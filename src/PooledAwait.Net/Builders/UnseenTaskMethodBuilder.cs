using System.ComponentModel;

namespace PooledAwait.MethodBuilders;

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskMethodBuilder<T>

/// <summary>Builds the <see cref="PooledValueTask"/> of a method that is written to return a Task, but whose callers only await
/// it. Not for use in code. It keeps Task's rule: if the completing thread has a scheduling context, an awaiting method without one is
/// queued.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct UnseenTaskMethodBuilder : IMethodBuilder
{
    private PooledValueTaskMethodBuilder _builder;

    public PooledValueTask Task { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _builder.Task; }

    internal object ObjectIdForDebugger => _builder.ObjectIdForDebugger;

    public static UnseenTaskMethodBuilder Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult()
    {
        _builder.QueueWhereThreadHasContext();
        _builder.SetResult();
    }

    public void SetException(Exception exception)
    {
        _builder.QueueWhereThreadHasContext();
        _builder.SetException(exception);
    }

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
}

/// <inheritdoc cref="UnseenTaskMethodBuilder"/>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct UnseenTaskMethodBuilder<T> : IMethodBuilder
{
    private PooledValueTaskMethodBuilder<T> _builder;

    public PooledValueTask<T> Task { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _builder.Task; }

    internal object ObjectIdForDebugger => _builder.ObjectIdForDebugger;

    public static UnseenTaskMethodBuilder<T> Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult(T result)
    {
        _builder.QueueWhereThreadHasContext();
        _builder.SetResult(result);
    }

    public void SetException(Exception exception)
    {
        _builder.QueueWhereThreadHasContext();
        _builder.SetException(exception);
    }

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
}
