using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Builds <see cref="System.Threading.Tasks.Task"/> for the compiler; as <see cref="HandWrittenPromiseBuilder{T}"/>.</summary>
[SuppressMessage("Performance", "CA1822", Justification = "The compiler calls members of the instance.")]
internal struct HandWrittenPromiseBuilder
{
    private HandWrittenBox<Nothing>? _box;
    private Task<Nothing>? _task;

    public readonly Task Task => _task ?? Task.CompletedTask;

    public static HandWrittenPromiseBuilder Create() => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in HandWrittenBuilder
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);

    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }

    public readonly void SetResult() => _box?.End();

    public readonly void SetException(Exception exception) => ExceptionDispatchInfo.Capture(exception).Throw();

    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        HandWrittenPromiseBox<TStateMachine, Nothing>.Await(ref _box, ref _task, ref stateMachine, awaiter);

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in HandWrittenBuilder
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine =>
        HandWrittenPromiseBox<TStateMachine, Nothing>.AwaitUnsafe(ref _box, ref _task, ref stateMachine, awaiter);
}
