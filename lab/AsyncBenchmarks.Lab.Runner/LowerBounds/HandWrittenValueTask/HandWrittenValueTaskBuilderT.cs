using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Builds <see cref="ValueTask{TResult}"/> for the compiler; as <see cref="HandWrittenValueTaskBuilder"/>.</summary>
/// <typeparam name="T">The result's type.</typeparam>
[SuppressMessage("Performance", "CA1822", Justification = "The compiler calls members of the instance.")]
internal struct HandWrittenValueTaskBuilder<T>
{
    /// <summary>Null until the method suspends.</summary>
    private HandWrittenBox<T>? _box;

    /// <summary>The result of a method that never suspended.</summary>
    private T _result;

    public readonly ValueTask<T> Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _box is null ? new ValueTask<T>(_result) : new ValueTask<T>(_box, 0);
    }

    public static HandWrittenValueTaskBuilder<T> Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in HandWrittenBuilder
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);

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
        HandWrittenValueTaskBox<TStateMachine, T>.Await(ref _box, ref stateMachine, awaiter);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as there
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        HandWrittenValueTaskBox<TStateMachine, T>.AwaitUnsafe(ref _box, ref stateMachine, awaiter);
}
