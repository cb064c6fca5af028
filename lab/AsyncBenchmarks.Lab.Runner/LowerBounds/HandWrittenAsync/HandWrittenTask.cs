using System.Runtime.CompilerServices;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The return type of async methods: an operation, or null if it is complete. Awaited or forgotten once; unchecked.</summary>
/// <param name="operation">Null if it is complete.</param>
[AsyncMethodBuilder(typeof(HandWrittenBuilder))]
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly struct HandWrittenTask(HandWrittenOperation<Nothing>? operation)
{
    private readonly HandWrittenOperation<Nothing>? _operation = operation;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public HandWrittenAwaiter GetAwaiter() => new(_operation);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Forget() => HandWrittenOperation<Nothing>.Forget(_operation);
}
