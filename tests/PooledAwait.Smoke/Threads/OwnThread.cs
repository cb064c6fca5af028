namespace PooledAwait.Smoke;

/// <summary>Where nothing has been done before: no AsyncLocal set, no SynchronizationContext, nothing in the thread's pools.</summary>
internal static class OwnThread
{
    /// <summary>Runs something there, with the stack that platforms give their own threads, and returns when it is over.</summary>
    /// <exception cref="InvalidOperationException">It has thrown the inner exception.</exception>
    internal static void Run(Action action)
    {
        Exception? error = null;
        Thread thread = new(
            () =>
            {
                try
                {
                    action();
                }
                catch (Exception exception)
                {
                    error = exception;
                }
            },
            maxStackSize: 1 << 20)
        {
            IsBackground = true,
        };
        using (ExecutionContext.SuppressFlow())
        {
            thread.Start();
        }

        error = thread.Join(TimeSpan.FromMinutes(5)) ? error : new TimeoutException("It hangs.");
        if (error is not null)
        {
            throw new InvalidOperationException("on a thread of its own", error);
        }
    }
}
