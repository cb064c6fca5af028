namespace PooledAwait;

internal static class DiagnosticReports
{
    private static long s_lost;
    private static long s_misused;

    /// <summary>The number of tracked operations that were collected before any code consumed them.</summary>
    internal static long Lost => Interlocked.Read(ref s_lost);

    /// <summary>The number of uses of a stale handle or of a second handle.</summary>
    internal static long Misused => Interlocked.Read(ref s_misused);

    /// <summary>Called for each lost operation, on the finalizer's thread.</summary>
    internal static event Action<TrackedOperation>? OperationLost;

    internal static void ReportLost(TrackedOperation operation)
    {
        Interlocked.Increment(ref s_lost);
        DiagnosticEvents.Log?.OperationLost(operation.Method, operation.StartedBy);

        // An exception on the finalizer's thread would end the process.
        UnobservedExceptions.Raise(OperationLost, operation);
    }

    internal static void ReportMisuse(string method, string message)
    {
        Interlocked.Increment(ref s_misused);
        DiagnosticEvents.Log?.OperationMisused(method, message);
    }
}

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
