using System;
using System.Runtime.CompilerServices;
using AsyncBenchmarks.Bodies;
using Nothing = AsyncBenchmarks.Lab.LowerBounds.HandWrittenNothing;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Completes an operation from outside. A struct, because storing it in an array needs no type check.</summary>
/// <typeparam name="T">The result's type.</typeparam>
internal readonly struct HandWrittenSource<T>
{
    private HandWrittenSource(HandWrittenOperation<T> operation) => Operation = operation;

    /// <summary>The operation, to be awaited.</summary>
    public HandWrittenOperation<T> Operation { get; }

    public static HandWrittenSource<T> Create() => new(Source.Rent());

    public void SetResult(in T result)
    {
        Operation.Result = result;
        Operation.Complete();
    }

    private sealed class Source() : HandWrittenOperation<T>(s_kind)
    {
        private static readonly int s_kind = HandWrittenPool.NewKind();

        public static Source Rent() => Unsafe.As<Source>(HandWrittenPool.TryTake(s_kind) ?? new Source());

        protected override HandWrittenOperation? Resume(HandWrittenOperation? awaited, HandWrittenPool.FreeList[] lists) =>
            throw new InvalidOperationException("A source awaits nothing.");
    }
}

/// <summary>The base operations of both graphs.</summary>
internal static class HandWrittenBase
{
    private static readonly PendingStack<HandWrittenSource<Nothing>> s_pending = new();

    /// <summary>A base operation; null if it is complete.</summary>
    public static HandWrittenOperation<Nothing>? Call()
    {
        if (!BaseOperations.ArePending)
        {
            return null;
        }

        HandWrittenSource<Nothing> source = HandWrittenSource<Nothing>.Create();
        s_pending.Push(source);
        return source.Operation;
    }

    /// <summary>Completes those that are pending.</summary>
    public static void CompletePending()
    {
        while (s_pending.TryPop(out HandWrittenSource<Nothing> source))
        {
            source.SetResult(default);
        }
    }
}
