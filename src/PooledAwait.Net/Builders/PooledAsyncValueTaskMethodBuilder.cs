using PooledAwait.MethodBuilders;

namespace PooledAwait;

#pragma warning disable CS1591 // what the compiler calls: see PooledValueTaskMethodBuilder<T>

/// <summary>Pools the operation of an unchanged <c>async ValueTask</c> method: put it in the method's attribute, and a suspension allocates
/// nothing in a Release build.</summary>
/// <remarks>The operation is the one of <see cref="PooledValueTask{T}"/>, with the same rule: consume the ValueTask once. Unlike the
/// framework's PoolingAsyncValueTaskMethodBuilder it exists on every target, with the bounds and statistics of <see cref="Pool"/>. On
/// targets without a method-level attribute the package provides one (C# 10).</remarks>
/// <example>
/// <code>
/// using System.Runtime.CompilerServices;
/// using PooledAwait;
///
/// [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
/// public async ValueTask SendAsync()
/// {
///     await Task.Yield();
/// }
/// </code>
/// </example>
public struct PooledAsyncValueTaskMethodBuilder : IMethodBuilder
{
    private PooledValueTaskMethodBuilder _builder;

    public ValueTask Task { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _builder.Task.AsValueTask(); }

    internal object ObjectIdForDebugger => _builder.ObjectIdForDebugger;

    public static PooledAsyncValueTaskMethodBuilder Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult() => _builder.SetResult();

    public void SetException(Exception exception) => _builder.SetException(exception);

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
}

/// <summary>Pools the operation of an unchanged <c>async ValueTask&lt;T&gt;</c> method: put it in the method's attribute, and a suspension
/// allocates nothing in a Release build.</summary>
/// <inheritdoc cref="PooledAsyncValueTaskMethodBuilder" path="/remarks"/>
/// <example>
/// <code>
/// using System.Runtime.CompilerServices;
/// using PooledAwait;
///
/// [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder&lt;&gt;))]
/// public async ValueTask&lt;int&gt; CountAsync()
/// {
///     await Task.Yield();
///     return 42;
/// }
/// </code>
/// </example>
/// <typeparam name="T">The result.</typeparam>
public struct PooledAsyncValueTaskMethodBuilder<T> : IMethodBuilder
{
    private PooledValueTaskMethodBuilder<T> _builder;

    public ValueTask<T> Task { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => _builder.Task.AsValueTask(); }

    internal object ObjectIdForDebugger => _builder.ObjectIdForDebugger;

    public static PooledAsyncValueTaskMethodBuilder<T> Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        AsyncMethod.Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Failures.ThrowIfNull(stateMachine);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult(T result) => _builder.SetResult(result);

    public void SetException(Exception exception) => _builder.SetException(exception);

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        _builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
}
