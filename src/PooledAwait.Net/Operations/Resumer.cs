using System.Runtime.CompilerServices;

namespace PooledAwait;

/// <summary>
/// The loop that runs boxes. A body that runs to its end tells its box; the loop, when the body's frame is gone, publishes
/// the result and goes on with the box that awaited it. So a chain of boxes takes the stack of one.
/// </summary>
internal static partial class Resumer
{
    /// <summary>Runs a box, and then each box that the one before has completed, on this thread, until there is none.</summary>
    /// <param name="box">A box whose awaited operation is complete, and whose resumption nobody else will start.</param>
    internal static void Run(Operation box)
    {
        ThreadState thread = ThreadState.Current;
        if (!thread.TryEnterLoop(StackPosition.Here, out nint outer))
        {
            // Foreign code, or a producer inside a body, has nested too many loops on this stack.
            WorkItems.Queue(box, preferLocal: true);
            return;
        }

        ContextFrame frame = ContextFrame.Enter();
        try
        {
            RunAll(frame, thread, completed: null, box);
        }
        catch
        {
            // A finally block would be a function of its own, which looks the thread up again, and again.
            frame.Exit();
            thread.ExitLoop(outer);
            throw;
        }

        frame.Exit();
        thread.ExitLoop(outer);
    }

    /// <summary>Publishes the result of an operation, and runs the box that awaits it, if one does.</summary>
    /// <param name="operation">A pending operation whose result is written, and whose completer the caller is.</param>
    internal static void CompleteAndRun(Operation operation)
    {
        ThreadState thread = ThreadState.Current;
        if (!thread.TryEnterLoop(StackPosition.Here, out nint outer))
        {
            operation.Complete();
            return;
        }

        // The loop is here and not a call: its frame is the dearest part of a single await.
        ContextFrame frame = ContextFrame.Enter();
        try
        {
            Operation? box = operation.Complete(thread);
            if (box is null)
            {
                thread.ExitLoop(outer);
                return;
            }

            RunAll(frame, thread, operation, box);
        }
        catch
        {
            frame.Exit();
            thread.ExitLoop(outer);
            throw;
        }

        // The caller's context is intact when its SetResult returns.
        frame.Exit();
        thread.ExitLoop(outer);
    }

    /// <summary>Runs a box, ends what was delivered to it, publishes what it has completed, and goes on with who awaits that.</summary>
    /// <param name="frame">The thread's contexts.</param>
    /// <param name="thread">This thread's state, in this loop.</param>
    /// <param name="completed">What the box has awaited, if this loop has completed it.</param>
    /// <param name="box">The first box.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the frame stays in registers
    private static void RunAll(in ContextFrame frame, ThreadState thread, Operation? completed, Operation box)
    {
        Operation? next = frame.ResumeFirst(box, thread, completed);
        while (true)
        {
            completed?.EndDelivery(thread);
            if (next is null)
            {
                return;
            }

            completed = next;
            Operation? awaiting = completed.Complete(thread);
            if (awaiting is null)
            {
                return;
            }

            next = frame.Resume(awaiting, thread, completed);
        }
    }
}
