using System;
using System.Runtime.CompilerServices;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// What a thread keeps for itself, in one object: finding a thread-static costs a call on most platforms, so there is one,
/// and it is looked up once per step. Used by its thread only.
/// </summary>
internal sealed partial class ThreadState
{
    [ThreadStatic]
    private static ThreadState? t_current;

    private static int s_numbers;

    /// <summary>This thread's magazines, by the numbers of their pools.</summary>
    internal Magazine[] Magazines = [];

    /// <summary>How many loops are nested on this thread's stack.</summary>
    private int _depth;

    private ThreadState()
    {
    }

    /// <summary>This thread's.</summary>
    internal static ThreadState Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => t_current ?? Create();
    }

    /// <summary>The thread's number: positive, and no other thread's, ever.</summary>
    internal int Number { get; } = Interlocked.Increment(ref s_numbers);

    /// <summary>Enters a loop; every success needs an <see cref="ExitLoop"/>.</summary>
    /// <returns>False if too many are nested, or the stack is short.</returns>
    internal bool TryEnterLoop()
    {
        if (_depth >= StackGuard.FreeDepth && !StackGuard.HasRoom(_depth))
        {
            return false;
        }

        _depth++;
        return true;
    }

    /// <summary>Enters a loop that can't be refused.</summary>
    internal void EnterInnerLoop() => _depth++;

    internal void ExitLoop() => _depth--;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ThreadState Create() => t_current = new ThreadState();
}
