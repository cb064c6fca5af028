using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>Builds <see cref="FireAndForget"/> for the compiler; not for use in code.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct FireAndForgetMethodBuilder
{
    private PooledValueTaskMethodBuilder _builder;

    /// <summary>What the caller gets. The compiler asks once, after the method's first part: from here on nobody waits.</summary>
    public readonly FireAndForget Task
    {
        get
        {
            PooledValueTask task = _builder.Task;
            task._operation?.Forget(task._token, FireAndForget.Forgotten);
            return default;
        }
    }

    /// <summary>Makes a builder.</summary>
    public static FireAndForgetMethodBuilder Create() => default;

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.Start"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        if (Runtimes.MayBeMono)
        {
            AsyncMethod.Start(ref stateMachine);
        }
        else
        {
            default(AsyncTaskMethodBuilder).Start(ref stateMachine);
        }
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetStateMachine"/>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    /// <inheritdoc cref="PooledValueTaskMethodBuilder.SetResult"/>
    public readonly void SetResult() => _builder.SetResult();

    /// <inheritdoc cref="PooledValueTaskMethodBuilder{T}.SetException"/>
    public readonly void SetException(Exception exception)
    {
        if (_builder.Task.IsNull)
        {
            // Here and not when the task is asked for: what handlers do to the contexts stays inside the method.
            FireAndForget.Report(exception);
        }
        else
        {
            // A copy does: its box is there, and nothing in it changes.
            PooledValueTaskMethodBuilder suspended = _builder;
            suspended.SetException(exception);
        }
    }

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
}
