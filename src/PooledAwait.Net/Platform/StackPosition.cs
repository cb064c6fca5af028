using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>Where on its thread's stack a method is.</summary>
internal static class StackPosition
{
    /// <summary>In bytes: what positions count in, so that each fits the positive half of a word.</summary>
    internal const int Unit = 2;

#if NET
    /// <summary>
    /// The position of the caller's frame. Where nothing is inlined, that of a frame that was just below it; in both cases
    /// above everything that the caller calls next, but for the outermost few words, and below the caller's caller.
    /// </summary>
    internal static unsafe nint Here
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // into the frame whose position it is
        get
        {
            nint here;
            return (nint)((nuint)(&here) / Unit);
        }
    }
#else
    /// <summary>Nothing, where threads are told apart by their numbers.</summary>
    internal static nint Here => 0;
#endif
}
