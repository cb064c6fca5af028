using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The state of one thread, in one object that is found once per step: finding a thread-static is a call on most platforms. Each
/// layer adds its part; used by its thread only.
/// </summary>
internal sealed partial class ThreadState : ThreadMagazines
{
    [ThreadStatic]
    private static ThreadState? t_current;

    private ThreadState()
    {
    }

    /// <summary>The current thread's.</summary>
    internal static ThreadState Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every resumption
        get => t_current ?? Create();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per thread
    private static ThreadState Create() => t_current = new ThreadState();
}
