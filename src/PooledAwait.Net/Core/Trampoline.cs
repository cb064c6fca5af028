namespace PooledAwait;

/// <summary>The role of what waits for operations, one at a time: the box of a suspended method, or a combinator. An interface, because
/// waiters have different base classes.</summary>
/// <remarks>Every waiter derives from <see cref="Operation"/>: its captured context is in the field of its failure, and it is resumed by
/// <see cref="Operation.ResumeWaiter"/>.</remarks>
internal partial interface IWaiter
{
}

/// <summary>Runs waiters. When a state machine ends, its MoveNext returns to the trampoline, which publishes the result and resumes the
/// waiter of that. So a chain of any length takes the stack of one.</summary>
[StackTraceHidden]
internal static partial class Trampoline
{
    /// <summary>Runs a waiter, and then each waiter whose operation the one before has completed.</summary>
    /// <param name="waiter">A waiter whose operation is complete, and that nobody else resumes.</param>
    internal static void Run(IWaiter waiter)
    {
        ThreadState thread = ThreadState.Current;
        if (!thread.TryEnterTrampoline(StackPosition.Here, out nint outer))
        {
            // Foreign code, or a producer inside a method, has nested too many trampolines on this stack.
            WorkItems.Queue(waiter, preferLocal: true);
            return;
        }

        ContextFrame frame = ContextFrame.Enter(thread);
        try
        {
            RunAll(frame, thread, completed: null, waiter);
        }
        catch
        {
            // Not a finally block: the compiler makes that a function of its own, which looks the thread up again.
            frame.Exit();
            thread.ExitTrampoline(outer);
            throw;
        }

        frame.Exit();
        thread.ExitTrampoline(outer);
    }

    /// <summary>Publishes the result of an operation, and runs its waiter if it has one.</summary>
    /// <param name="operation">A pending operation whose result is written, and whose completer the caller is.</param>
    internal static void CompleteAndRun(Operation operation)
    {
        ThreadState thread = ThreadState.Current;
        if (!thread.TryEnterTrampoline(StackPosition.Here, out nint outer))
        {
            operation.Complete();
            return;
        }

        // Written out instead of a call of Run, because another frame would be the most expensive part of a single await.
        ContextFrame frame = ContextFrame.Enter(thread);
        try
        {
            IWaiter? waiter = operation.Complete(thread);
            if (waiter is null)
            {
                thread.ExitTrampoline(outer);
                return;
            }

            RunAll(frame, thread, operation, waiter);
        }
        catch
        {
            frame.Exit();
            thread.ExitTrampoline(outer);
            throw;
        }

        // The caller's contexts are intact when its SetResult returns.
        frame.Exit();
        thread.ExitTrampoline(outer);
    }

    /// <summary>Runs a waiter, ends the transfer to it, publishes what it has completed, and continues with the waiter of that.
    /// <paramref name="completed"/> is the operation that the waiter awaited, if this trampoline published it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the frame stays in registers
    private static void RunAll(ContextFrame frame, ThreadState thread, Operation? completed, IWaiter waiter)
    {
        while (true)
        {
            Operation? next = frame.Resume(waiter, thread);
            completed?.EndTransfer(thread);
            if (next?.Complete(thread) is not { } following)
            {
                return;
            }

            completed = next;
            waiter = following;
        }
    }
}

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
///  Armed(w)      10...    whoever claims it resumes it; w was the word     never
///  Queued        1...1    in the thread pool's queue, which resumes it     never
/// </code>
/// Two methods of <see cref="Operation"/> read Ended: TryTakeEnded and EndTransfer. A box is one or the other: its state machine has ended
/// before its operation is complete. A box that suspends again at an operation keeps its word, until it is queued or the next trampoline
/// overwrites it.
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

    /// <summary>Gets the word that was there before; of another word nothing changes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a few operations
    internal static nint Disarmed(nint word) => IsArmed(word) ? word & ~ArmedBit : word;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
    internal static bool IsArmed(nint word) => (word & (ArmedBit | (ArmedBit >> 1))) == ArmedBit;

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
    internal static bool IsActive(nint word) => word > None;
}
