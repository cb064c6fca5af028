namespace PooledAwait;

/// <content>Trampolines, identified by where their frames lie on their threads' stacks.</content>
/// <remarks>While a trampoline's frame is there, no other frame of any thread has its position, so the position is its id. Code that runs
/// near below that position is on the same thread. The reason: a trampoline begins only at the start of a thread of the thread pool, or
/// where the runtime guarantees 128 KB of stack (64 KB in 32-bit processes). The guarantee is MinExecutionStackSize in CoreCLR's threads.h
/// and NativeAOT's thread.h. So one subtraction decides, where finding the thread would be a call. Where the runtime may be Mono
/// (<see cref="Runtimes.MayBeMono"/>), frames may lie anywhere. There the thread's number is the id of all its trampolines, and each
/// trampoline asks the runtime for room, as the framework's own inline continuations do.</remarks>
internal sealed partial class ThreadState
{
    /// <summary>How far below a trampoline's frame code recognizes it, in units of <see cref="StackPosition"/>: 16 KB.</summary>
    private const int Near = 16 * 1024 / StackPosition.Unit;

    private static int s_numbers;

    /// <summary>The lowest position of a trampoline's frame on this thread so far; before the first, higher than any.</summary>
    private nint _lowest = nint.MaxValue;

    /// <summary>The distance from <see cref="_lowest"/> to the highest position so far: all between is this thread's stack.</summary>
    private nuint _span;

    /// <summary>The innermost trampoline's id, positive; 0 outside of all trampolines. Where the runtime may be Mono, always the thread's
    /// number, which no other thread ever has.</summary>
    internal nint TrampolineId { get; private set; } = Runtimes.MayBeMono ? Interlocked.Increment(ref s_numbers) : 0;

    /// <summary>Whether a trampoline on this thread's stack runs the caller. False also if the trampoline's frame is far.</summary>
    /// <param name="trampoline">An id, perhaps of another thread, or another trampoline word.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a subtraction and a comparison
    internal static bool IsRunBy(nint trampoline) =>
        Runtimes.MayBeMono ? trampoline == Current.TrampolineId : (nuint)(trampoline - StackPosition.Here) < Near;

    /// <summary>Whether a trampoline's id is this thread's.</summary>
    /// <param name="trampoline">An id of a trampoline that runs the caller, or has returned to it; false for every other word.</param>
    internal bool Owns(nint trampoline) =>
        (trampoline == TrampolineId && trampoline != TrampolineWord.None) || (!Runtimes.MayBeMono && HadRoom(trampoline));

    /// <summary>Enters a trampoline; false if the stack is short. Every success needs an <see cref="ExitTrampoline"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a subtraction and a comparison, mostly
    internal bool TryEnterTrampoline(nint position, out nint outer)
    {
        outer = TrampolineId;
        if (Runtimes.MayBeMono)
        {
            return RuntimeHelpers.TryEnsureSufficientExecutionStack();
        }

        if (!HadRoom(position) && !TryExtend(position))
        {
            return false;
        }

        TrampolineId = position;
        return true;
    }

    /// <summary>Enters a trampoline that is never refused: that of a work item, because no other place has more stack; and one inside
    /// ExecutionContext.Run, because the trampoline around that had room for both.</summary>
    internal void EnterTrampoline(nint position, out nint outer)
    {
        // Where there is no room, the position does not count as one that had room: the next trampoline below asks.
        if (!TryEnterTrampoline(position, out outer) && !Runtimes.MayBeMono)
        {
            TrampolineId = position;
        }
    }

    internal void ExitTrampoline(nint outer) => TrampolineId = outer;

    /// <summary>Whether a position lies between those of trampolines that this thread's stack had room for.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as IsRunBy
    private bool HadRoom(nint position) => (nuint)(position - _lowest) <= _span;

    [MethodImpl(MethodImplOptions.NoInlining)] // rare: a thread uses its stack in the same places again and again
    private bool TryExtend(nint position)
    {
        // Above the lowest position that had room there is room, too.
        if (position < _lowest && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            return false;
        }

        nint highest = _lowest == nint.MaxValue ? position : Math.Max(_lowest + (nint)_span, position);
        _lowest = Math.Min(_lowest, position);
        _span = (nuint)(highest - _lowest);
        return true;
    }
}
