namespace PooledAwait;

/// <summary>Runs waiters. When a state machine ends, its MoveNext returns to the trampoline, which publishes the result and resumes the
/// waiter of that. So a chain of any length takes the stack of one.</summary>
[StackTraceHidden]
internal static class Trampoline
{
    /// <summary>Runs a waiter, and then each waiter whose operation the one before has completed.</summary>
    /// <param name="waiter">A waiter whose operation is complete, and that nobody else resumes.</param>
    internal static void Run(Operation waiter)
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
            Operation? waiter = operation.Complete(thread);
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
    private static void RunAll(ContextFrame frame, ThreadState thread, Operation? completed, Operation waiter)
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
    internal static void RunUnguarded(Operation waiter)
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
