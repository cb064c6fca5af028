#if NET
namespace PooledAwait;

/// <content>The loop of a box that is a work item of the thread pool.</content>
internal static partial class Resumer
{
    /// <summary>
    /// Runs a box, and then each box that the one before has completed, as a work item. What they leave in the thread's
    /// contexts stays there: the pool cleans its thread after each work item, as it does for the framework's own boxes
    /// (ThreadPoolWorkQueue.Dispatch, ExecutionContext.ResetThreadPoolThread).
    /// </summary>
    /// <param name="box">As for <see cref="Run"/>.</param>
    internal static void RunAsWorkItem(Operation box)
    {
        ThreadState thread = ThreadState.Current;
        thread.EnterInnerLoop();
        try
        {
            RunAll(ContextFrame.EnterWorkItem(), thread, box);
        }
        catch
        {
            thread.ExitLoop();
            throw;
        }

        thread.ExitLoop();
    }
}
#endif
