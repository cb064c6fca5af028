namespace PooledAwait;

/// <summary>Where on its thread's stack a method's frame is.</summary>
internal static class StackPosition
{
#if NET
    /// <summary>Bytes per unit: four, so that the two highest bits of a position are zero.</summary>
    internal const int Unit = 4;

    /// <summary>The position of the caller's frame or, without inlining, of a frame just below it. Both lie above the frames of the
    /// caller's next calls, except for their outermost few words, and below the caller's caller.</summary>
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
    /// <summary>Zero: trampolines are identified by their threads' numbers.</summary>
    internal static nint Here => 0;
#endif
}
