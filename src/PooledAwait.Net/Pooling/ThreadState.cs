using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// What a thread keeps for itself, in one object that is found once per step: finding a thread-static is a call on most platforms. Each
/// layer adds its part; used by its thread only.
/// </summary>
internal sealed partial class ThreadState
{
    [ThreadStatic]
    private static ThreadState? t_current;

    /// <summary>The same as this thread's <see cref="Magazines"/>, for a step that needs nothing else; null before there are any.</summary>
    [ThreadStatic]
    private static Magazine[]? t_magazines;

    private Magazine[] _magazines = [];

    private ThreadState()
    {
    }

    /// <summary>This thread's magazines, by the numbers of their pools.</summary>
    internal Magazine[] Magazines
    {
        get => _magazines;
        set => t_magazines = _magazines = value;
    }

    /// <summary>The current thread's <see cref="Magazines"/>, if there are any: one load less.</summary>
    internal static Magazine[]? CurrentMagazines
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every suspension
        get => t_magazines;
    }

    /// <summary>The current thread's.</summary>
    internal static ThreadState Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // a step of every resumption
        get => t_current ?? Create();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once per thread
    private static ThreadState Create()
    {
        OnFirstUse();
        return t_current = new ThreadState();
    }

    /// <summary>Called before anything of the thread's is kept.</summary>
    static partial void OnFirstUse();
}
