using PooledAwait.MethodBuilders;

namespace PooledAwait;

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskMethodBuilder<T>

/// <summary>Pools the state machine of an unchanged <c>async Task</c> method: put it in the method's attribute, and a suspension allocates
/// the Task alone in a Release build.</summary>
/// <remarks>The Task may be awaited many times and is never recycled. Only the state machine's box is pooled, as with
/// <see cref="PooledTask{T}"/>. On targets without a method-level attribute the package provides one (C# 10).</remarks>
/// <example>
/// <code>
/// using System.Runtime.CompilerServices;
/// using PooledAwait;
///
/// [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
/// public async Task SendAsync()
/// {
///     await Task.Yield();
/// }
/// </code>
/// </example>
public struct PooledAsyncTaskMethodBuilder : IMethodBuilder
{
    private TaskMethod<VoidResult, FrameworkBuilder> _method;

    public System.Threading.Tasks.Task Task { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _method.Framework.Task; }

    internal object ObjectIdForDebugger => _method.Framework.Task;

    public static PooledAsyncTaskMethodBuilder Create() => default;

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

/// <summary>Pools the state machine of an unchanged <c>async Task&lt;T&gt;</c> method: put it in the method's attribute, and a suspension
/// allocates the Task alone in a Release build.</summary>
/// <inheritdoc cref="PooledAsyncTaskMethodBuilder" path="/remarks"/>
/// <example>
/// <code>
/// using System.Runtime.CompilerServices;
/// using PooledAwait;
///
/// [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder&lt;&gt;))]
/// public async Task&lt;int&gt; CountAsync()
/// {
///     await Task.Yield();
///     return 42;
/// }
/// </code>
/// </example>
/// <typeparam name="T">The result.</typeparam>
public struct PooledAsyncTaskMethodBuilder<T> : IMethodBuilder
{
    private TaskMethod<T, FrameworkBuilder<T>> _method;

    public System.Threading.Tasks.Task<T> Task { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _method.Framework.Task; }

    internal object ObjectIdForDebugger => _method.Framework.Task;

    public static PooledAsyncTaskMethodBuilder<T> Create() => default;

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

    internal void SetNotificationForWaitCompletion(bool enabled) =>
        FrameworkBoxes.SetNotificationForWaitCompletion(_method.Framework.Task, enabled);
}
