using System.ComponentModel;

namespace PooledAwait.MethodBuilders;

/// <summary>Builds <see cref="PooledTask"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledTaskMethodBuilder : IMethodBuilder
{
    private TaskMethod<VoidResult, FrameworkBuilder> _method;

    /// <summary>The task that the caller gets.</summary>
    public PooledTask Task => new(_method.Framework.Task);

    internal object ObjectIdForDebugger => _method.Framework.Task;

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
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult() => _method.SetResult(default);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetException"/>
    public void SetException(Exception exception) => _method.SetException(exception);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitOnCompleted"/>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _method.AwaitOnCompleted(ref awaiter, ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted"/>
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _method.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);

    internal void SetNotificationForWaitCompletion(bool enabled) =>
        FrameworkBoxes.SetNotificationForWaitCompletion(_method.Framework.Task, enabled);
}

/// <summary>Builds <see cref="PooledTask{T}"/> for the compiler; not for use in code.</summary>
/// <typeparam name="T">The result.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledTaskMethodBuilder<T> : IMethodBuilder
{
    private TaskMethod<T, FrameworkBuilder<T>> _method;

    /// <summary>The task that the caller gets.</summary>
    public PooledTask<T> Task => new(_method.Framework.Task);

    internal object ObjectIdForDebugger => _method.Framework.Task;

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
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult(T result) => _method.SetResult(result);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetException"/>
    public void SetException(Exception exception) => _method.SetException(exception);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitOnCompleted"/>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _method.AwaitOnCompleted(ref awaiter, ref stateMachine);

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.AwaitUnsafeOnCompleted"/>
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _method.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);

    /// <summary>Has a debugger that steps out of the method stop where its Task is awaited. The debugger calls it by name.</summary>
    internal void SetNotificationForWaitCompletion(bool enabled) =>
        FrameworkBoxes.SetNotificationForWaitCompletion(_method.Framework.Task, enabled);
}
