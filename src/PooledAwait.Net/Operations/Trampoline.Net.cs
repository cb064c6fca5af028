namespace PooledAwait;

/// <content>The trampoline of a waiter that is a work item of the thread pool.</content>
internal static partial class Trampoline
{
    /// <summary>
    /// As <see cref="Run"/>. The changes to the thread's contexts stay, because the pool resets its thread after each work item
    /// (ThreadPoolWorkQueue.Dispatch, ExecutionContext.ResetThreadPoolThread).
    /// </summary>
    /// <param name="waiter">As for <see cref="Run"/>.</param>
    internal static void RunAsWorkItem(IWaiter waiter)
    {
        ThreadState thread = ThreadState.Current;
        thread.EnterFirstTrampoline(StackPosition.Here, out nint outer);
        try
        {
            RunAll(ContextFrame.EnterWorkItem(thread), thread, completed: null, waiter);
        }
        catch
        {
            thread.ExitTrampoline(outer);
            throw;
        }

        thread.ExitTrampoline(outer);
    }
}
