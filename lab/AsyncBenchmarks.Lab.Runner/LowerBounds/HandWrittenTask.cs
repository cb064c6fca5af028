using System;
using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>
/// The return type of async methods: an operation, or its result. Awaited or forgotten once, unchecked, and awaited by methods
/// with <see cref="HandWrittenBuilder{T}"/> only.
/// </summary>
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
    public Awaiter GetAwaiter() => new(_operation, _result);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Forget() => HandWrittenOperation<T>.Forget(_operation);

    /// <summary>Awaits a task.</summary>
    internal readonly struct Awaiter : ICriticalNotifyCompletion, IHandWrittenAwaiter
    {
        private readonly HandWrittenOperation<T>? _operation;
        private readonly T _result;

        [MethodImpl(MethodImplOptions.AggressiveInlining)] // field by field, as the task
        public Awaiter(HandWrittenOperation<T>? operation, in T result)
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

        public void OnCompleted(Action continuation) => throw new NotSupportedException("The builder registers boxes.");

        public void UnsafeOnCompleted(Action continuation) => OnCompleted(continuation);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static T Take(HandWrittenOperation<T> operation)
        {
            T result = operation.Result;
            if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            {
                operation.Result = default!;
            }

            if (operation.IsCompleteUnawaited)
            {
                GiveBack(operation);
            }

            return result;
        }

        /// <summary>Gives back what was complete when it was awaited; what is delivered to a box, the box gives back.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)] // rare
        private static void GiveBack(HandWrittenOperation operation) => operation.GiveBack(HandWrittenPool.Current);
    }
}

/// <summary>An awaiter of an operation of ours: boxes are registered there without a delegate.</summary>
internal interface IHandWrittenAwaiter
{
    /// <summary>The awaited operation; valid if it is not complete.</summary>
    HandWrittenOperation Operation { get; }
}
