using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Counts what should not happen, and tells it to whoever listens.</summary>
internal static class DiagnosticReports
{
    private static long s_lost;
    private static long s_misused;

    /// <summary>How many tracked operations were collected before anyone consumed them.</summary>
    internal static long Lost => Interlocked.Read(ref s_lost);

    /// <summary>How often a handle was used that was not valid, or not the only one.</summary>
    internal static long Misused => Interlocked.Read(ref s_misused);

    /// <summary>Called for each lost operation, on the finalizer's thread.</summary>
    internal static event Action<TrackedOperation>? OperationLost;

    /// <summary>A tracked operation was lost.</summary>
    internal static void ReportLost(TrackedOperation operation)
    {
        Interlocked.Increment(ref s_lost);
        DiagnosticEvents.Log?.OperationLost(operation.Method, operation.StartedBy);
        Delegate[] handlers = OperationLost?.GetInvocationList() ?? [];
        foreach (Delegate handler in handlers)
        {
            try
            {
                ((Action<TrackedOperation>)handler)(operation);
            }
            catch (Exception exception)
            {
                // Thrown on, it would end the process: this is the finalizer's thread.
                UnobservedExceptions.Report(exception);
            }
        }
    }

    /// <summary>A handle was misused, and its user gets an exception.</summary>
    /// <param name="method">The operation's name.</param>
    /// <param name="message">The exception's message.</param>
    internal static void ReportMisuse(string method, string message)
    {
        Interlocked.Increment(ref s_misused);
        DiagnosticEvents.Log?.OperationMisused(method, message);
    }
}
