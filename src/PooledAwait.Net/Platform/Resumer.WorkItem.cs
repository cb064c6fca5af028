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
        thread.EnterFirstLoop(StackPosition.Here, out nint outer);
        try
        {
            RunAll(ContextFrame.EnterWorkItem(), thread, completed: null, box);
        }
        catch
        {
            thread.ExitLoop(outer);
            throw;
        }

        thread.ExitLoop(outer);
    }
}
#endif
