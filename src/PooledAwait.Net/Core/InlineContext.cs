namespace PooledAwait;

/// <summary>A SynchronizationContext that runs what is posted inside <see cref="Post"/>. A Task runs a continuation of this context inside
/// the thread that completes it. Without a context, or with <c>ConfigureAwait(false)</c>, it queues the continuation if that thread has
/// one.</summary>
internal sealed class InlineContext : SynchronizationContext
{
    private static readonly InlineContext s_instance = new();

    public override void Post(SendOrPostCallback d, object? state) => d(state);

    /// <summary>Has a Task call a delegate on the thread that completes it. The delegate decides where user code runs.</summary>
    internal static void Notify(Task task, Action notify)
    {
        SynchronizationContext? before = Current;
        SetSynchronizationContext(s_instance);
        try
        {
            task.GetAwaiter().UnsafeOnCompleted(notify);
        }
        finally
        {
            SetSynchronizationContext(before);
        }
    }
}
