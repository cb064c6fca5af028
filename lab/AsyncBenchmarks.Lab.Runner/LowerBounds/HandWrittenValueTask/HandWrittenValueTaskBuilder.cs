using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Builds <see cref="ValueTask"/> for the compiler.</summary>
[SuppressMessage("Performance", "CA1822", Justification = "The compiler calls members of the instance.")]
internal struct HandWrittenValueTaskBuilder
{
    /// <summary>Null until the method suspends.</summary>
    private HandWrittenBox<Nothing>? _box;

    public readonly ValueTask Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _box is null ? default : new ValueTask(_box, 0);
    }

    public static HandWrittenValueTaskBuilder Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in HandWrittenBuilder
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);

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
        HandWrittenValueTaskBox<TStateMachine, Nothing>.Await(ref _box, ref stateMachine, awaiter);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the awaiter must not be passed by address on the way that doesn't suspend
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        HandWrittenValueTaskBox<TStateMachine, Nothing>.AwaitUnsafe(ref _box, ref stateMachine, awaiter);
}
