using System;
using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Code that differs between runtimes, besides contexts.</summary>
internal static class HandWrittenPlatform
{
    /// <summary>Whether a value of that type may keep something alive: nothing tells that without looking it up.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a constant
    public static bool MayHoldReferences<T>() => true;

    /// <summary>The operation of an awaiter of ours, without boxing the awaiter as a type test would.</summary>
    public static bool TryGetOperation<TAwaiter>(ref TAwaiter awaiter, out HandWrittenOperation operation)
    {
        Reader<TAwaiter>? reader = Reader<TAwaiter>.Instance;
        operation = reader?.Read(ref awaiter)!;
        return reader is not null;
    }

    /// <summary>Reads an awaiter of ours.</summary>
    private abstract class Reader<TAwaiter>
    {
        /// <summary>Null for awaiters of others.</summary>
        public static readonly Reader<TAwaiter>? Instance = typeof(IHandWrittenAwaiter).IsAssignableFrom(typeof(TAwaiter))
            ? (Reader<TAwaiter>)Activator.CreateInstance(typeof(Own<>).MakeGenericType(typeof(TAwaiter)))
            : null;

        public abstract HandWrittenOperation Read(ref TAwaiter awaiter);
    }

    private sealed class Own<TAwaiter> : Reader<TAwaiter>
        where TAwaiter : struct, IHandWrittenAwaiter
    {
        public override HandWrittenOperation Read(ref TAwaiter awaiter) => awaiter.Operation;
    }
}
