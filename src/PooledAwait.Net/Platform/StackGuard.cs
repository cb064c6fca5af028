#if NET
using System.Runtime.CompilerServices;
#endif

namespace PooledAwait;

/// <summary>
/// Keeps nested loops from overflowing the stack. Chains of boxes don't nest; what does is foreign code between our
/// operations, and producers that complete operations inside bodies.
/// </summary>
internal static class StackGuard
{
    /// <summary>Up to here nobody looks: a loop and what it calls take far less than the smallest stack divided by this.</summary>
    internal const int FreeDepth = 16;

    /// <summary>
    /// Never deeper than this, whatever the runtime says of its stack: Mono's probe is not reliable, and a level with
    /// foreign frames in between takes a few kilobytes of a stack that may have 256.
    /// </summary>
    private const int MaxDepth = 100;

    /// <summary>Whether a loop may be nested that deep.</summary>
    internal static bool HasRoom(int depth)
    {
#if NET
        return depth < MaxDepth && RuntimeHelpers.TryEnsureSufficientExecutionStack();
#else
        return depth < MaxDepth;
#endif
    }
}
