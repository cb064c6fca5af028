using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// What a thread keeps for itself, in one object: finding a thread-static costs a call on most platforms, so it is looked up
/// once per step. Used by its thread only.
/// </summary>
internal sealed partial class ThreadState : ThreadMagazines
{
    [ThreadStatic]
    private static ThreadState? t_current;

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
    private static ThreadState Create()
    {
        OnFirstUse();
        return t_current = new ThreadState();
    }

    /// <summary>Before anything of this thread's is kept.</summary>
    static partial void OnFirstUse();
}
