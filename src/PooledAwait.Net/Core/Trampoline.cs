namespace PooledAwait;

/// <summary>Implemented by what waits for operations, one at a time: the box of a suspended method, or a combinator. An interface, because
/// waiters have different base classes.</summary>
/// <remarks>Every waiter derives from <see cref="Operation"/>: its captured context is in the field of its failure, and it is resumed by
/// <see cref="Operation.ResumeWaiter"/>.</remarks>
internal interface IWaiter
#if NET
    : IThreadPoolWorkItem // its own, where the thread pool takes objects
{
    /// <summary>Called by the thread pool. Either <see cref="WorkItems"/> queued the waiter, or the framework queued an armed
    /// box.</summary>
    void IThreadPoolWorkItem.Execute()
    {
        if (Cast.To<Operation>(this).TryClaimWorkItem())
        {
            Trampoline.RunUnguarded(this);
        }
    }
}
#else
{
}
#endif

/// <summary>Runs waiters. When a state machine ends, its MoveNext returns to the trampoline, which publishes the result and resumes the
/// waiter of that. So a chain of any length takes the stack of one.</summary>
[StackTraceHidden]
internal static class Trampoline
{
    /// <summary>Runs a waiter, and then each waiter whose operation the one before has completed.</summary>
    /// <param name="waiter">A waiter whose operation is complete, and that nobody else resumes.</param>
    internal static void Run(IWaiter waiter)
    {
        ThreadState thread = ThreadState.Current;
        if (thread.TryDefer(waiter))
        {
            return;
        }

        if (!thread.TryEnterTrampoline(StackPosition.Here, out nint outer))
        {
            // Other code, or a producer inside a method, has nested too many trampolines on this stack.
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

        // This repeats Run instead of calling it, because another frame would be the most expensive part of a single await.
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

    /// <summary>Runs a waiter, ends the transfer to it, publishes what it has completed, and continues with the waiter of that, or of the
    /// Task that it has completed. <paramref name="completed"/> is the operation that the waiter awaited, if this trampoline published
    /// it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the frame stays in registers
    private static void RunAll(ContextFrame frame, ThreadState thread, Operation? completed, IWaiter waiter)
    {
        while (true)
        {
            Operation? next = frame.Resume(waiter, thread);
            completed?.EndTransfer(thread);
            if (next?.Complete(thread) is { } following)
            {
                completed = next;
                waiter = following;
            }
            else if (thread.TakeDeferred() is { } deferred)
            {
                completed = null;
                waiter = deferred;
            }
            else
            {
                return;
            }
        }
    }

#if NET
    /// <summary>As <see cref="Run"/>, but the changes to the thread's contexts stay: for a work item, because the pool resets its thread
    /// after each (ExecutionContext.ResetThreadPoolThread), and for ExecutionContext.Run. Never refused.</summary>
    internal static void RunUnguarded(IWaiter waiter)
    {
        ThreadState thread = ThreadState.Current;
        thread.EnterTrampoline(StackPosition.Here, out nint outer);
        try
        {
            RunAll(ContextFrame.Enter(thread), thread, completed: null, waiter);
        }
        catch
        {
            thread.ExitTrampoline(outer);
            throw;
        }

        thread.ExitTrampoline(outer);
    }
#endif
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

/// <content>The box that awaits the Task which a method has just completed. The framework would resume it inside the builder's SetResult,
/// so that the methods of a chain would nest. Instead the trampoline resumes it when MoveNext has returned.</content>
internal sealed partial class ThreadState
{
    /// <summary>What the Task calls: the box, or something else, which <see cref="TryDefer"/> never gets.</summary>
    private object? _continuation;

    private bool _isDeferred;

    /// <summary>Before a method that the innermost trampoline runs completes its Task; null after that. A box that is deferred
    /// stays.</summary>
    internal void ExpectContinuation(object? continuation)
    {
        if (!_isDeferred)
        {
            _continuation = continuation;
        }
    }

    /// <summary>Leaves a box, which the caller has claimed, to the trampoline that runs the completing method.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a comparison
    internal bool TryDefer(IWaiter waiter)
    {
        if (!ReferenceEquals(_continuation, waiter) || _isDeferred)
        {
            return false;
        }

        _isDeferred = true;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a test
    internal IWaiter? TakeDeferred()
    {
        if (!_isDeferred)
        {
            return null;
        }

        _isDeferred = false;
        IWaiter waiter = Cast.To<IWaiter>(_continuation!);
        _continuation = null;
        return waiter;
    }
}

#if NET
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
#else
/// <content>Trampolines, identified by their threads' numbers: here it is not known how much stack there is.</content>
internal sealed partial class ThreadState
{
    /// <summary>Trampolines are not nested deeper than this: Mono's probe of the stack is not reliable, and a level with foreign frames in
    /// between takes some kilobytes of a stack that may have 256.</summary>
    private const int MaxDepth = 100;

    private static int s_numbers;

    private int _depth;

    /// <summary>The id of all trampolines of this thread: positive, and never another thread's.</summary>
    internal nint TrampolineId { get; } = Interlocked.Increment(ref s_numbers);

    internal static bool IsRunBy(nint trampoline) => trampoline == Current.TrampolineId;

    internal bool Owns(nint trampoline) => trampoline == TrampolineId;

    /// <summary>Enters a trampoline; false if too many are nested. Every success needs an <see cref="ExitTrampoline"/>.</summary>
    [SuppressMessage("Style", "IDE0060", Justification = ".NET's needs the position.")]
    internal bool TryEnterTrampoline(nint position, out nint outer)
    {
        outer = 0;
        if (_depth >= MaxDepth)
        {
            return false;
        }

        _depth++;
        return true;
    }

    [SuppressMessage("Style", "IDE0060", Justification = ".NET's needs the outer one.")]
    internal void ExitTrampoline(nint outer) => _depth--;
}
#endif
