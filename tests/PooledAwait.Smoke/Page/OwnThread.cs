namespace PooledAwait.Smoke;

/// <summary>The closest equivalent of a new thread in a page: no AsyncLocal set, and no SynchronizationContext.</summary>
internal static class OwnThread
{
    /// <summary>The page's own; captured by the first check, before any has set anything.</summary>
    private static readonly ExecutionContext s_untouched = ExecutionContext.Capture()!;

    /// <summary>Runs something there, and returns when it is over.</summary>
    internal static void Run(Action action)
    {
        SynchronizationContext? outer = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            ExecutionContext.Run(s_untouched, static action => ((Action)action!)(), action);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(outer);
        }
    }
}
