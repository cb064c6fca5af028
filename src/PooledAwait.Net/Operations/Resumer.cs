using System;

namespace PooledAwait;

/// <summary>
/// The loop that runs boxes. A body that runs to its end tells its box; the loop, when the body's frame is gone, publishes
/// the result and goes on with the box that awaited it. So a chain of boxes takes the stack of one.
/// </summary>
internal static class Resumer
{
    /// <summary>Runs a box, and then each box that the one before has completed, on this thread, until there is none.</summary>
    /// <param name="box">A box whose awaited operation is complete, and whose resumption nobody else will start.</param>
    internal static void Run(Operation box)
    {
        if (!StackGuard.TryEnter())
        {
            // Foreign code, or a producer inside a body, has nested too many loops on this stack.
            WorkItems.Queue(box, preferLocal: true);
            return;
        }

        int runner = Environment.CurrentManagedThreadId;
        ContextFrame frame = ContextFrame.Enter();
        try
        {
            Operation? next = box;
            do
            {
                next = frame.Resume(next, runner);
            }
            while (next is not null);
        }
        finally
        {
            // The caller's context is intact when its SetResult returns.
            frame.Exit();
            StackGuard.Exit();
        }
    }
}
