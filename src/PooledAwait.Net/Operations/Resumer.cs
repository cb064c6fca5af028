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
        if (!thread.TryEnterLoop())
        {
            // Foreign code, or a producer inside a body, has nested too many loops on this stack.
            WorkItems.Queue(box, preferLocal: true);
            return;
        }

        Loop(thread, box);
    }

    /// <summary>Publishes the result of an operation, and runs the box that awaits it, if one does.</summary>
    /// <param name="operation">A pending operation whose result is written, and whose completer the caller is.</param>
    internal static void CompleteAndRun(Operation operation)
    {
        ThreadState thread = ThreadState.Current;
        if (!thread.TryEnterLoop())
        {
            operation.Complete(thread: null);
            return;
        }

        Operation? box;
        try
        {
            box = operation.Complete(thread);
        }
        catch
        {
            thread.ExitLoop();
            throw;
        }

        if (box is null)
        {
            thread.ExitLoop();
        }
        else
        {
            Loop(thread, box);
        }
    }

    /// <summary>Runs a box inside a loop that is entered already, on the same stack; for a context that needs a loop of its own.</summary>
    internal static void RunInside(Operation box)
    {
        ThreadState thread = ThreadState.Current;
        thread.EnterInnerLoop();
        Loop(thread, box);
    }

    private static void Loop(ThreadState thread, Operation box)
    {
        ContextFrame frame = ContextFrame.Enter();
        try
        {
            RunAll(frame, thread, box);
        }
        catch
        {
            // A finally block would be a function of its own, which looks the thread up again, and again.
            frame.Exit();
            thread.ExitLoop();
            throw;
        }

        // The caller's context is intact when its SetResult returns.
        frame.Exit();
        thread.ExitLoop();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // the frame stays in registers
    private static void RunAll(in ContextFrame frame, ThreadState thread, Operation box)
    {
        Operation? next = frame.ResumeFirst(box, thread);
        while (next is not null)
        {
            next = frame.Resume(next, thread);
        }
    }
}
