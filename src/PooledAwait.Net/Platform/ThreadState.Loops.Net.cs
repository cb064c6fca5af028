#if NET
using System;
using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <content>Loops, and with them threads, told apart by where a loop's frame lies on its thread's stack.</content>
/// <remarks>
/// While a frame is there, its position is no other frame's, of any thread. So it names the loop; and whoever runs below it,
/// and near, sees by one subtraction that it is on the same thread, where finding the thread itself would be a call. What is
/// near below a loop's frame is this thread's stack and nobody else's: a loop begins only where the runtime answers for 128 KB
/// (MinExecutionStackSize of CoreCLR's threads.h and NativeAOT's thread.h; 64 KB in 32-bit processes), or at the start of
/// a thread of the thread pool.
/// </remarks>
internal sealed partial class ThreadState
{
    /// <summary>
    /// How far below a loop's frame code may be and still see that the loop runs it, as <see cref="StackPosition"/>s count: 16 KB.
    /// </summary>
    private const int Near = 16 * 1024 / StackPosition.Unit;

    /// <summary>The lowest position of a loop's frame on this thread until now; before the first, higher than any.</summary>
    private nint _lowest = nint.MaxValue;

    /// <summary>From <see cref="_lowest"/> up to the highest position: this thread's stack, in any case.</summary>
    private nuint _span;

    /// <summary>Where the innermost loop's frame is: the loop's name. 0 outside of all loops.</summary>
    internal nint Runner { get; private set; }

    /// <summary>Whether a loop on this thread's stack runs the caller, seen from near; false says nothing.</summary>
    /// <param name="runner">A loop's <see cref="Runner"/>, perhaps of another thread.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a subtraction and a comparison
    internal static bool IsRunBy(nint runner) => (nuint)(runner - StackPosition.Here) < Near;

    /// <summary>Whether a position lies between those that loops have had on this thread, so that it is on its stack.</summary>
    /// <param name="position">A position. False for 0, for a complement and for every other negative value.</param>
    internal bool Owns(nint position) => (nuint)(position - _lowest) <= _span;

    /// <summary>Enters a loop; every success needs an <see cref="ExitLoop"/>.</summary>
    /// <param name="position">Where the loop's frame is.</param>
    /// <param name="outer">What <see cref="ExitLoop"/> needs.</param>
    /// <returns>False if the stack is short.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a subtraction and a comparison, mostly
    internal bool TryEnterLoop(nint position, out nint outer)
    {
        outer = Runner;
        if (!Owns(position) && !TryExtend(position))
        {
            return false;
        }

        Runner = position;
        return true;
    }

    /// <summary>Enters the loop of a work item. It can't be refused, because there is no better place to run it.</summary>
    /// <param name="position">As for <see cref="TryEnterLoop"/>.</param>
    /// <param name="outer">As for <see cref="TryEnterLoop"/>.</param>
    internal void EnterFirstLoop(nint position, out nint outer)
    {
        if (!TryEnterLoop(position, out outer))
        {
            Extend(position);
            Runner = position;
        }
    }

    internal void ExitLoop(nint outer) => Runner = outer;

    [MethodImpl(MethodImplOptions.NoInlining)] // seldom: a thread's stack is used in the same places again and again
    private bool TryExtend(nint position)
    {
        // Between positions that had room there is room.
        if (position < _lowest && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            return false;
        }

        Extend(position);
        return true;
    }

    private void Extend(nint position)
    {
        if (_lowest == nint.MaxValue)
        {
            _lowest = position;
            return;
        }

        nint highest = Math.Max(_lowest + (nint)_span, position);
        _lowest = Math.Min(_lowest, position);
        _span = (nuint)(highest - _lowest);
    }
}
#endif
