using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The return type of async methods: an operation, or its result. Awaited or forgotten once; unchecked.</summary>
/// <typeparam name="T">The result's type.</typeparam>
[AsyncMethodBuilder(typeof(HandWrittenBuilder<>))]
internal readonly struct HandWrittenTask<T>
{
    private readonly HandWrittenOperation<T>? _operation;
    private readonly T _result;

    /// <param name="operation">Null if it is complete.</param>
    /// <param name="result">The result if it is.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // field by field: no copy of the whole
    public HandWrittenTask(HandWrittenOperation<T>? operation, in T result)
    {
        _operation = operation;
        _result = result;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public HandWrittenAwaiter<T> GetAwaiter() => new(_operation, _result);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Forget() => HandWrittenOperation<T>.Forget(_operation);
}
