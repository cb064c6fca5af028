using System;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Why an operation has no result: a <see cref="Fault"/> for errors; for a cancellation the <see cref="ExceptionDispatchInfo"/>
/// of its OperationCanceledException, or <see cref="Canceled"/> if there is none. An OperationCanceledException means canceled
/// wherever it comes from, as in the framework's builders.
/// </summary>
[StackTraceHidden]
internal static class Failure
{
    /// <summary>A cancellation without an exception: each consumer gets a new one.</summary>
    internal static readonly object Canceled = new();

    internal static object Of(Exception exception)
    {
        ExceptionDispatchInfo info = ExceptionDispatchInfo.Capture(exception);
        return exception is OperationCanceledException ? info : new Fault(info);
    }

    internal static bool IsCancellation(object failure) => failure is not Fault;

    /// <summary>
    /// An operation has this failure now. If the operation is dropped, the errors are reported as those of a dropped task; a
    /// failure that no operation has taken, because another participant was first, never is.
    /// </summary>
    internal static void Keep(object failure) => (failure as Fault)?.Keep();

    [DoesNotReturn]
    internal static void Throw(object failure)
    {
        if (failure is Fault fault)
        {
            fault.Observe();
            fault.First.Throw();
        }

        if (failure is ExceptionDispatchInfo info)
        {
            info.Throw();
        }

        throw new TaskCanceledException();
    }

    /// <summary>What to show of a failure without throwing: several errors in an AggregateException. They count as observed.</summary>
    internal static Exception ToException(object failure)
    {
        if (failure is Fault fault)
        {
            fault.Observe();
            return fault.IsSingle ? fault.First.SourceException : new AggregateException(fault.ToExceptions());
        }

        return failure is ExceptionDispatchInfo info ? info.SourceException : new TaskCanceledException();
    }

    /// <summary>Throws all errors in an AggregateException; a cancellation as it is.</summary>
    [DoesNotReturn]
    internal static void ThrowAll(object failure)
    {
        if (failure is Fault fault)
        {
            fault.Observe();
            throw new AggregateException(fault.ToExceptions());
        }

        Throw(failure);
    }

    /// <summary>
    /// Reports errors that no code will look at, as <see cref="UnobservedExceptions"/> does. A cancellation is not reported, as that of a
    /// dropped Task is not.
    /// </summary>
    internal static void ReportUnobserved(object failure)
    {
        if (failure is Fault fault)
        {
            fault.Observe();
            fault.Report();
        }
    }

    /// <summary>Ends the process, as the framework does with an exception that is nobody's: it is thrown on the thread pool.</summary>
    internal static void ThrowUnhandled(Exception exception)
    {
        ExceptionDispatchInfo info = ExceptionDispatchInfo.Capture(exception);
        WorkItems.Queue(static info => ((ExceptionDispatchInfo)info!).Throw(), info);
    }
}
