using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>Code that differs between runtimes, besides contexts.</summary>
internal static class HandWrittenPlatform
{
    /// <summary>Whether a value of that type may keep something alive.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // known when the code is compiled
    public static bool MayHoldReferences<T>() => RuntimeHelpers.IsReferenceOrContainsReferences<T>();

    /// <summary>The operation of an awaiter of ours, without boxing the awaiter.</summary>
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
