#if !NET
using System.Diagnostics.CodeAnalysis;
using System.Threading;

namespace PooledAwait;

/// <content>Loops told apart by their threads, and threads by numbers: here it is not known how much stack there is.</content>
internal sealed partial class ThreadState
{
    /// <summary>
    /// Loops are never nested deeper than this: Mono's probe of the stack is not reliable, and a level with foreign frames in
    /// between takes a few kilobytes of a stack that may have 256.
    /// </summary>
    private const int MaxDepth = 100;

    private static int s_numbers;

    /// <summary>How many loops are nested on this thread's stack.</summary>
    private int _depth;

    /// <summary>The thread's number: positive, and no other thread's, ever. All its loops have it.</summary>
    internal nint Runner { get; } = Interlocked.Increment(ref s_numbers);

    /// <summary>Whether this thread's loops run the caller.</summary>
    /// <param name="runner">A loop's <see cref="Runner"/>, perhaps of another thread.</param>
    internal static bool IsRunBy(nint runner) => runner == Current.Runner;

    /// <inheritdoc cref="IsRunBy"/>
    internal bool Owns(nint runner) => runner == Runner;

    /// <summary>Enters a loop; every success needs an <see cref="ExitLoop"/>.</summary>
    /// <returns>False if too many are nested.</returns>
    [SuppressMessage("Style", "IDE0060", Justification = "The other platform's needs the position.")]
    internal bool TryEnterLoop(nint position, out nint outer)
    {
        outer = 0;
        if (_depth >= MaxDepth)
        {
            return false;
        }

        _depth++;
        return true;
    }

    [SuppressMessage("Style", "IDE0060", Justification = "As above.")]
    internal void ExitLoop(nint outer) => _depth--;
}
#endif
