using System.ComponentModel;

namespace PooledAwait.MethodBuilders;

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskMethodBuilder<T>

/// <summary>Builds <see cref="PooledTask"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct PooledTaskMethodBuilder : IMethodBuilder
{
    private TaskMethod<VoidResult, FrameworkBuilder> _method;

    public PooledTask Task => new(_method.Framework.Task);

    internal object ObjectIdForDebugger => _method.Framework.Task;

    public static PooledTaskMethodBuilder Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult() => _method.SetResult(default);

    public void SetException(Exception exception) => _method.SetException(exception);

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _method.AwaitOnCompleted(ref awaiter, ref stateMachine);

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

    public PooledTask<T> Task => new(_method.Framework.Task);

    internal object ObjectIdForDebugger => _method.Framework.Task;

    public static PooledTaskMethodBuilder<T> Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult(T result) => _method.SetResult(result);

    public void SetException(Exception exception) => _method.SetException(exception);

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _method.AwaitOnCompleted(ref awaiter, ref stateMachine);

    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _method.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);

    /// <summary>Makes a debugger that steps out of the method stop where its Task is awaited. The debugger calls it by name.</summary>
    internal void SetNotificationForWaitCompletion(bool enabled) =>
        FrameworkBoxes.SetNotificationForWaitCompletion(_method.Framework.Task, enabled);
}
