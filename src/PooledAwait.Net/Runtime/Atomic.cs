namespace PooledAwait;

/// <summary>The accesses to words that threads share, so that a test can schedule them. The owner of a word may read it plainly.</summary>
internal static class Atomic
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Read(ref int location)
    {
        Interleaving.Point();
        return Volatile.Read(ref location);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static long Read(ref long location)
    {
        Interleaving.Point();
        return Volatile.Read(ref location);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static nint Read(ref nint location)
    {
        Interleaving.Point();
        return Volatile.Read(ref location);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static T Read<T>(ref T location)
        where T : class?
    {
        Interleaving.Point();
        return Volatile.Read(ref location);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write(ref int location, int value)
    {
        Interleaving.Point();
        Volatile.Write(ref location, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write(ref long location, long value)
    {
        Interleaving.Point();
        Volatile.Write(ref location, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Write(ref nint location, nint value)
    {
        Interleaving.Point();
        Volatile.Write(ref location, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool CompareExchange(ref nint location, nint value, nint comparand)
    {
        Interleaving.Point();
        return Interlocked.CompareExchange(ref location, value, comparand) == comparand;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool CompareExchange(ref long location, long value, long comparand)
    {
        Interleaving.Point();
        return Interlocked.CompareExchange(ref location, value, comparand) == comparand;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool CompareExchange(ref int location, int value, int comparand)
    {
        Interleaving.Point();
        return Interlocked.CompareExchange(ref location, value, comparand) == comparand;
    }
}
