using System;
using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Awaits a <see cref="HandWrittenTask{T}"/>.</summary>
/// <typeparam name="T">The result's type.</typeparam>
internal readonly struct HandWrittenAwaiter<T> : ICriticalNotifyCompletion, IHandWrittenAwaiter
{
    private readonly HandWrittenOperation<T>? _operation;
    private readonly T _result;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // field by field, as the task
    public HandWrittenAwaiter(HandWrittenOperation<T>? operation, in T result)
    {
        _operation = operation;
        _result = result;
    }

    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _operation is null || _operation.IsCompleteUnawaited;
    }

    HandWrittenOperation IHandWrittenAwaiter.Operation
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _operation!;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T GetResult() => _operation is null ? _result : Take(_operation);

    public void OnCompleted(Action continuation) => HandWrittenCallback.Register(_operation!, continuation);

    public void UnsafeOnCompleted(Action continuation) => OnCompleted(continuation);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Take(HandWrittenOperation<T> operation)
    {
        T result = operation.Result;
        if (HandWrittenPlatform.MayHoldReferences<T>())
        {
            operation.Result = default!;
        }

        if (operation.IsCompleteUnawaited)
        {
            HandWrittenAwaiter.GiveBack(operation);
        }

        return result;
    }
}
