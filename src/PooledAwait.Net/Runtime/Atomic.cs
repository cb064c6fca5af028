namespace PooledAwait;

/// <summary>All accesses to words that threads share. They are in one place so that a test can schedule them. The owner of a word may read
/// it plainly.</summary>
internal static class Atomic
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Read(ref int location)
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
    internal static void Write(ref nint location, nint value)
    {
        Interleaving.Point();
        Volatile.Write(ref location, value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool CompareExchange(ref int location, int value, int comparand)
    {
        Interleaving.Point();
        return Interlocked.CompareExchange(ref location, value, comparand) == comparand;
    }
}

/// <summary>The points where a test's scheduler decides which thread runs next: before each shared access, where a thread waits for
/// another, and where work is queued. Only POOLEDAWAIT_INTERLEAVING compiles the calls, and this class's other part.</summary>
internal static partial class Interleaving
{
    private const string Constant = "POOLEDAWAIT_INTERLEAVING";

    /// <summary>Before a shared access: another thread may run first.</summary>
    [Conditional(Constant)]
    internal static void Point() => OnPoint();

    /// <summary>Before a wait that spins: returns when the wait is over. The scheduler calls the delegate on any thread.</summary>
    [Conditional(Constant)]
    internal static void WaitFor(Func<bool> isOver) => OnWaitFor(isOver);

    /// <summary>In a spinning wait of a struct, to which no delegate can refer: another thread runs first.</summary>
    [Conditional(Constant)]
    internal static void Spin() => OnSpin();

    /// <summary>Before a wait that blocks, and that an interruption of the thread ends: as <see cref="WaitFor"/>.</summary>
    [Conditional(Constant)]
    internal static void BlockFor(Func<bool> isOver) => OnBlockFor(isOver);

    static partial void OnPoint();

    static partial void OnWaitFor(Func<bool> isOver);

    static partial void OnSpin();

    static partial void OnBlockFor(Func<bool> isOver);
}
