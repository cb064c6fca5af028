using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Builds <see cref="HandWrittenTask{T}"/> for the compiler; as <see cref="HandWrittenBuilder"/>.</summary>
/// <typeparam name="T">The result's type.</typeparam>
[SuppressMessage("Performance", "CA1822", Justification = "The compiler calls members of the instance.")]
internal struct HandWrittenBuilder<T>
{
    /// <summary>Null until the method suspends.</summary>
    private HandWrittenBox<T>? _box;

    /// <summary>The result of a method that never suspended.</summary>
    private T _result;

    public readonly HandWrittenTask<T> Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(_box, _result);
    }

    public static HandWrittenBuilder<T> Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as there
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        if (HandWrittenFlow.IsEnabled)
        {
            default(AsyncTaskMethodBuilder).Start(ref stateMachine);
        }
        else
        {
            stateMachine.MoveNext();
        }
    }

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult(T result)
    {
        if (_box is null)
        {
            _result = result;
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
        HandWrittenBox<TStateMachine, T>.AwaitForeign(ref _box, ref stateMachine, awaiter);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as there
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (HandWrittenPlatform.TryGetOperation(ref awaiter, out HandWrittenOperation? awaited))
        {
            if (_box is null)
            {
                HandWrittenBox<TStateMachine, T>.Suspend(ref _box, ref stateMachine, awaited);
            }
            else
            {
                _box.Await(awaited);
            }
        }
        else
        {
            HandWrittenBox<TStateMachine, T>.AwaitForeignUnsafe(ref _box, ref stateMachine, awaiter);
        }
    }
}
