using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Builds <see cref="HandWrittenTask"/> for the compiler.</summary>
[SuppressMessage("Performance", "CA1822", Justification = "The compiler calls members of the instance.")]
internal struct HandWrittenBuilder
{
    /// <summary>Null until the method suspends.</summary>
    private HandWrittenBox<Nothing>? _box;

    public readonly HandWrittenTask Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(_box);
    }

    public static HandWrittenBuilder Create() => default;

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
    public readonly void SetResult() => _box?.End();

    /// <summary>An exception is no result: it goes to the caller of <c>MoveNext</c>.</summary>
    public readonly void SetException(Exception exception) => ExceptionDispatchInfo.Capture(exception).Throw();

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        HandWrittenBox<TStateMachine, Nothing>.AwaitForeign(ref _box, ref stateMachine, awaiter);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the awaiter must not be passed by address on the way that doesn't suspend
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (HandWrittenPlatform.TryGetOperation(ref awaiter, out HandWrittenOperation? awaited))
        {
            if (_box is null)
            {
                HandWrittenBox<TStateMachine, Nothing>.Suspend(ref _box, ref stateMachine, awaited);
            }
            else
            {
                _box.Await(awaited);
            }
        }
        else
        {
            HandWrittenBox<TStateMachine, Nothing>.AwaitForeignUnsafe(ref _box, ref stateMachine, awaiter);
        }
    }
}
