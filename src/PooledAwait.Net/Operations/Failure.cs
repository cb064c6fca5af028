using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Why an operation has no result: an <see cref="ExceptionDispatchInfo"/>, or <see cref="Canceled"/> for a cancellation
/// without an exception. An OperationCanceledException means canceled wherever it comes from, as in the framework's builders.
/// </summary>
internal static class Failure
{
    /// <summary>A cancellation without an exception: each consumer gets a new one.</summary>
    internal static readonly object Canceled = new();

    internal static object Of(Exception exception) => ExceptionDispatchInfo.Capture(exception);

    internal static bool IsCancellation(object failure) =>
        failure is not ExceptionDispatchInfo info || info.SourceException is OperationCanceledException;

    [DoesNotReturn]
    internal static void Throw(object failure)
    {
        if (failure is ExceptionDispatchInfo info)
        {
            info.Throw();
        }

        throw new TaskCanceledException();
    }

    /// <summary>
    /// Reports an error that nobody will look at, through TaskScheduler.UnobservedTaskException at the next collection, as a
    /// faulted task's that was dropped. Cancellations are not reported there, and not here.
    /// </summary>
    internal static void ReportUnobserved(object failure)
    {
        if (!IsCancellation(failure))
        {
            ReportUnobserved(((ExceptionDispatchInfo)failure).SourceException);
        }
    }

    /// <inheritdoc cref="ReportUnobserved(object)"/>
    internal static void ReportUnobserved(Exception exception) => _ = Task.FromException(exception);
}
