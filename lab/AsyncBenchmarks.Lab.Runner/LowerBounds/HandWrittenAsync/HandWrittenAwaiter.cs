using System;
using System.Runtime.CompilerServices;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>An awaiter that waits for an operation of ours: boxes are registered there without a delegate.</summary>
internal interface IHandWrittenAwaiter
{
    /// <summary>The awaited operation; valid if it is not complete.</summary>
    HandWrittenOperation Operation { get; }
}

/// <summary>Awaits a <see cref="HandWrittenTask"/>.</summary>
/// <param name="operation">Null if it is complete.</param>
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly struct HandWrittenAwaiter(HandWrittenOperation<Nothing>? operation) : ICriticalNotifyCompletion, IHandWrittenAwaiter
{
    private readonly HandWrittenOperation<Nothing>? _operation = operation;

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
    public void GetResult()
    {
        if (_operation is not null && _operation.IsCompleteUnawaited)
        {
            GiveBack(_operation);
        }
    }

    public void OnCompleted(Action continuation) => HandWrittenCallback.Register(_operation!, continuation);

    public void UnsafeOnCompleted(Action continuation) => OnCompleted(continuation);

    /// <summary>Gives back what was complete when it was awaited; what is delivered to a box, the box gives back.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    public static void GiveBack(HandWrittenOperation operation) => operation.GiveBack(HandWrittenPool.Current);
}
