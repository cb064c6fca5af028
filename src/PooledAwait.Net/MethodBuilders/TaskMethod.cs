using System;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>What the builders of real Tasks share: the framework's builder, and a pooled box once the method has suspended.</summary>
/// <typeparam name="TResult">The method's result.</typeparam>
/// <typeparam name="TBuilder">The framework's builder.</typeparam>
internal struct TaskMethod<TResult, TBuilder>
    where TBuilder : struct, IFrameworkBuilder<TResult>
{
    /// <summary>The framework's builder. Once the method has suspended, its box has a copy, with the same Task.</summary>
    internal TBuilder Framework;

    /// <summary>Null until the method suspends.</summary>
    private MethodBox<TResult>? _box;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test in each MoveNext
    internal void SetResult(TResult result)
    {
        if (_box is null)
        {
            Framework.SetResult(result);
        }
        else
        {
            OwnBox().SetResult(result, token: 0);
        }
    }

    internal void SetException(Exception exception)
    {
        if (_box is null)
        {
            Framework.SetException(exception);
        }
        else
        {
            OwnBox().SetException(exception, token: 0);
        }
    }

    internal void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        TaskStateMachineBox<TStateMachine, TResult, TBuilder>.GetOrRent(ref _box, ref Framework, ref stateMachine)
            .AwaitOnCompleted(ref awaiter);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // two calls
    internal void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        TaskStateMachineBox<TStateMachine, TResult, TBuilder>.GetOrRent(ref _box, ref Framework, ref stateMachine).Await(ref awaiter);

    /// <summary>The box, which serves another method once this one's Task is complete.</summary>
    private MethodBox<TResult> OwnBox() => Framework.Task.IsCompleted ? throw Failures.AlreadyCompleted() : _box!;
}
