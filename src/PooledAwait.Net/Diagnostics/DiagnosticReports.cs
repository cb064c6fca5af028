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
