using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// What a thread keeps for itself, in one object: finding a thread-static costs a call on most platforms, so it is looked up
/// once per step. Used by its thread only.
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

    /// <summary>This thread's magazines, by the numbers of their pools. Set by its thread only.</summary>
    internal Magazine[] Magazines
    {
        get => _magazines;
        set => t_magazines = _magazines = value;
    }

    /// <summary>The current thread's <see cref="Magazines"/>, if there are any: one load less.</summary>
    internal static Magazine[]? CurrentMagazines
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => t_magazines;
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
