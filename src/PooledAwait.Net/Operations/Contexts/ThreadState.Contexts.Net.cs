namespace PooledAwait;

/// <content>A thread's first use of the library.</content>
internal sealed partial class ThreadState
{
    static partial void OnFirstUse()
    {
        if (ExecutionContextFlow.IsEnabled)
        {
            DefaultContext.Learn();
        }
    }
}
