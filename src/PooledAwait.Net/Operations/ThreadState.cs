using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// What a thread keeps for itself, in one object: finding a thread-static costs a call on most platforms, so there is one,
/// and it is looked up once per step. Used by its thread only.
/// </summary>
internal sealed partial class ThreadState
{
    [ThreadStatic]
    private static ThreadState? t_current;

    /// <summary>This thread's magazines, by the numbers of their pools.</summary>
    internal Magazine[] Magazines = [];

    private ThreadState()
    {
    }

    /// <summary>This thread's.</summary>
    internal static ThreadState Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => t_current ?? Create();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ThreadState Create() => t_current = new ThreadState();
}
