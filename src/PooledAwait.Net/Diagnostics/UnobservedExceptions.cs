namespace PooledAwait;

/// <summary>Reports errors that no code observes, as those of a dropped Task are.</summary>
internal static class UnobservedExceptions
{
    /// <summary>Reports an error through TaskScheduler.UnobservedTaskException, after the next garbage collection.</summary>
    internal static void Report(Exception exception) => _ = Task.FromException(exception);

    internal static void Report(Exception[] exceptions) => new TaskCompletionSource<bool>().SetException(exceptions);

    /// <summary>Calls all handlers of an event. If one throws, the others are still called, and its exception is reported.</summary>
    internal static void Raise<T>(Action<T>? handlers, T argument)
    {
        foreach (Delegate handler in handlers?.GetInvocationList() ?? [])
        {
            try
            {
                ((Action<T>)handler)(argument);
            }
            catch (Exception exception)
            {
                Report(exception);
            }
        }
    }
}
