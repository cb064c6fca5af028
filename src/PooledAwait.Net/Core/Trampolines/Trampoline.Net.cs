namespace PooledAwait;

/// <content>The trampoline whose caller puts the contexts back.</content>
internal static partial class Trampoline
{
    /// <summary>
    /// As <see cref="Run"/>, but the changes to the thread's contexts stay: for a work item, because the pool resets its thread after each
    /// (ThreadPoolWorkQueue.Dispatch, ExecutionContext.ResetThreadPoolThread), and for ExecutionContext.Run. Never refused.
    /// </summary>
    /// <param name="waiter">As for <see cref="Run"/>.</param>
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
}
