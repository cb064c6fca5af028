using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Libraries;

/// <summary>What differs between runtimes, besides contexts.</summary>
internal static class HandWrittenPlatform
{
    /// <summary>
    /// In bytes. Of four plain words in a row the just-in-time compiler makes an instruction that is slow to begin; a call that
    /// copies in bulk is faster.
    /// </summary>
    private const int LargestCopiedInPlace = 48;

    /// <summary>Whether a value of that type may keep something alive.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // known when the code is compiled
    public static bool MayHoldReferences<T>() => RuntimeHelpers.IsReferenceOrContainsReferences<T>();

    /// <summary>Copies a state machine into its box.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // once per method that suspends
    public static void Copy<TStateMachine>(ref TStateMachine from, ref TStateMachine to)
    {
        if (Unsafe.SizeOf<TStateMachine>() <= LargestCopiedInPlace)
        {
            to = from;
        }
        else
        {
            MemoryMarshal.CreateReadOnlySpan(ref from, 1).CopyTo(MemoryMarshal.CreateSpan(ref to, 1));
        }
    }

    /// <summary>What an awaiter waits for, if it is one of ours; without boxing it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // which it is, is known when the code is compiled
    public static bool TryGetOperation<TAwaiter>(ref TAwaiter awaiter, [NotNullWhen(true)] out HandWrittenOperation? operation)
    {
        // The null test keeps the compiler from boxing the awaiter.
        if (default(TAwaiter) is not null && awaiter is IHandWrittenAwaiter)
        {
            operation = ((IHandWrittenAwaiter)awaiter).Operation;
            return true;
        }

        operation = null;
        return false;
    }
}
