using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// Keeps nested loops from overflowing the stack. Chains of boxes don't nest; what does is foreign code between our
/// operations, and producers that complete operations inside bodies.
/// </summary>
internal static class StackGuard
{
    /// <summary>Up to here nobody looks: a loop and what it calls take far less than the smallest stack divided by this.</summary>
    private const int FreeDepth = 16;

    /// <summary>
    /// Never deeper than this, whatever the runtime says of its stack: Mono's probe is not reliable, and a level with
    /// foreign frames in between takes a few kilobytes of a stack that may have 256.
    /// </summary>
    private const int MaxDepth = 100;

    [ThreadStatic]
    private static int t_depth;

    /// <summary>Enters a level; every success needs an <see cref="Exit"/>.</summary>
    internal static bool TryEnter()
    {
        ref int depth = ref t_depth;
        if (depth >= FreeDepth && !HasRoom(depth))
        {
            return false;
        }

        depth++;
        return true;
    }

    internal static void Exit() => t_depth--;

    private static bool HasRoom(int depth)
    {
#if NET
        return depth < MaxDepth && RuntimeHelpers.TryEnsureSufficientExecutionStack();
#else
        return depth < MaxDepth;
#endif
    }
}
