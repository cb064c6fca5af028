namespace PooledAwait;

/// <summary>The values of <see cref="Operation"/>'s trampoline word. A trampoline's id is positive, and no other thread's active trampoline
/// has it (<see cref="ThreadState.TrampolineId"/>). On Mono and in the netstandard2.0 library all trampolines of a thread share one id,
/// which is the thread's number; elsewhere each has its own. The two highest bits tell the values apart; Queued is Ended(0), and no id is
/// 0.</summary>
/// <remarks>
/// <code>
///  value         bits     of a box                                         of a complete operation
///  None          0        not resumed in this use, ended, or unused; or    anyone may consume
///                         claimed: the claimer is about to resume it
///  Active(id)    0...     the last trampoline that ran the state machine   transferred: the trampoline's thread may consume
///  Ended(id)     11...    the state machine has ended under it             consumed under it, which recycles the object
///  Armed(w)      10...    whoever claims it resumes it; the low bits are   never
///                         those of w, the word before
///  Queued        1...1    in the thread pool's queue, which resumes it     never
/// </code>
/// Two methods of <see cref="Operation"/> act on Ended: TryTakeEnded and EndTransfer. They never compete for a box: its state machine has
/// ended before its operation is complete. A box that suspends again at an operation keeps its word, until it is queued or the next
/// trampoline overwrites it.
/// </remarks>
internal static class TrampolineWord
{
    private static nint ArmedBit => (nint)1 << ((IntPtr.Size * 8) - 1);

    internal const nint None = 0;

    /// <summary>The waiter is in the thread pool's queue; on .NET only.</summary>
    internal const nint Queued = ~0;

    /// <summary>Gets the word of a trampoline that runs the box, or on whose thread the operation may be consumed.</summary>
    internal static nint Active(nint trampolineId) => trampolineId;

    /// <summary>Gets the word of a trampoline under which the box has ended, or the operation was consumed.</summary>
    internal static nint Ended(nint trampolineId) => ~trampolineId;

    /// <summary>Gets the word of a waiter that may be called back at any moment, or that is posted: whoever claims it resumes it.</summary>
    /// <param name="word">The word before: None, or Active.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // an operation
    internal static nint Armed(nint word) => ArmedBit | word;

    /// <summary>Gets the word that was there before. A word that isn't armed is returned as it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few operations
    internal static nint Disarmed(nint word) => IsArmed(word) ? word & ~ArmedBit : word;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
    internal static bool IsArmed(nint word) => (word & (ArmedBit | (ArmedBit >> 1))) == ArmedBit;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
    internal static bool IsActive(nint word) => word > None;
}
