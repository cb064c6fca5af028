using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Builds <see cref="HandWrittenTask{T}"/> for the compiler.</summary>
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

    /// <summary>Runs the method up to its first suspension, behind the framework's own guard.</summary>
    // Straight to it: in shared code each generic call on the way would look its types up.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
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

    /// <summary>An exception is no result: it goes to the caller of <c>MoveNext</c>.</summary>
    public readonly void SetException(Exception exception) => ExceptionDispatchInfo.Capture(exception).Throw();

    public readonly void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine => throw new NotSupportedException("Nothing but a HandWrittenTask is awaited.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the awaiter must not be passed by address on the way that doesn't suspend
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        // The cast of a value type's awaiter is no boxing; the compiler sees the interface's method through it.
        HandWrittenOperation awaited = ((IHandWrittenAwaiter)awaiter).Operation;
        if (_box is null)
        {
            HandWrittenBox<TStateMachine, T>.Suspend(ref _box, ref stateMachine, awaited);
        }
        else
        {
            _box.Await(awaited);
        }
    }
}
