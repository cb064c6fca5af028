using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Builds <see cref="Task{TResult}"/> for the compiler: the framework's own task, over a pooled box.</summary>
/// <typeparam name="T">The result's type.</typeparam>
[SuppressMessage("Performance", "CA1822", Justification = "The compiler calls members of the instance.")]
internal struct HandWrittenPromiseBuilder<T>
{
    /// <summary>Null until the method suspends.</summary>
    private HandWrittenBox<T>? _box;

    /// <summary>Null until the method suspends or ends.</summary>
    private Task<T>? _task;

    public readonly Task<T> Task => _task!;

    public static HandWrittenPromiseBuilder<T> Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in HandWrittenBuilder
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    public void SetResult(T result)
    {
        if (_box is null)
        {
            _task = System.Threading.Tasks.Task.FromResult(result);
        }
        else
        {
            _box.Result = result;
            _box.End();
        }
    }

    public readonly void SetException(Exception exception) => ExceptionDispatchInfo.Capture(exception).Throw();

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        HandWrittenPromiseBox<TStateMachine, T>.Await(ref _box, ref _task, ref stateMachine, awaiter);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in HandWrittenBuilder
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        HandWrittenPromiseBox<TStateMachine, T>.AwaitUnsafe(ref _box, ref _task, ref stateMachine, awaiter);
}
