using System;
using System.Runtime.CompilerServices;

namespace PooledAwait.MethodBuilders;

/// <summary>What the builders of real Tasks share: the framework's builder, and a pooled box once the method has suspended.</summary>
internal struct TaskMethod<TResult, TBuilder>
    where TBuilder : struct, IFrameworkBuilder<TResult>
{
    /// <summary>The framework's builder. Once the method has suspended, that of the box has the same Task.</summary>
    internal TBuilder Framework;

    /// <summary>Null until the method suspends.</summary>
    private MethodBox<TaskResult>? _box;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test in each MoveNext
    internal void SetResult(TResult result)
    {
        if (_box is null)
        {
            Framework.SetResult(result);
        }
        else
        {
            Release().SetResult(result);
        }
    }

    internal void SetException(Exception exception)
    {
        if (_box is null)
        {
            Framework.SetException(exception);
        }
        else if (exception is null)
        {
            throw Failures.NullException();
        }
        else
        {
            Release().SetException(exception);
        }
    }

    internal void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        short token = 0;
        _ = Framework.Task;
        StateMachineBox<TStateMachine, TaskResult>.AwaitOnCompleted(ref _box, ref token, ref awaiter, ref stateMachine);
    }

    [MethodImpl(Runtimes.Unboxed)] // as PooledValueTaskMethodBuilder<T>.AwaitUnsafeOnCompleted
    internal void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (_box is { IsResumed: true } box)
        {
            box.Await(ref awaiter);
            return;
        }

        // The Task is made before the builder is copied into the box: both must hold the same one.
        short token = 0;
        _ = Framework.Task;
        StateMachineBox<TStateMachine, TaskResult>.AwaitSlow(ref _box, ref token, ref stateMachine, awaiter);
    }

    /// <summary>Gives the box back to its pool.</summary>
    /// <returns>A copy of the framework's builder, because this one may be part of the box.</returns>
    /// <exception cref="InvalidOperationException">The method has ended before: its box serves another one.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)] // MoveNext stays small
    private readonly TBuilder Release()
    {
        TBuilder framework = Framework;
        if (framework.Task.IsCompleted)
        {
            throw Failures.AlreadyCompleted();
        }

        _box!.Release();
        return framework;
    }
}
