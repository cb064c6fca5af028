using System;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Why an operation has no result: an <see cref="ExceptionDispatchInfo"/>; <see cref="Canceled"/> for a cancellation without
/// an exception; a <see cref="FailureSet"/> where several operations were combined. An OperationCanceledException means
/// canceled wherever it comes from, as in the framework's builders.
/// </summary>
[StackTraceHidden]
internal static class Failure
{
    /// <summary>A cancellation without an exception: each consumer gets a new one.</summary>
    internal static readonly object Canceled = new();

    internal static object Of(Exception exception) => ExceptionDispatchInfo.Capture(exception);

    internal static bool IsCancellation(object failure) =>
        failure is ExceptionDispatchInfo info ? info.SourceException is OperationCanceledException : failure is not FailureSet;

    [DoesNotReturn]
    internal static void Throw(object failure)
    {
        if (failure is ExceptionDispatchInfo info)
        {
            info.Throw();
        }

        if (failure is FailureSet set)
        {
            set.First.Throw();
        }

        throw new TaskCanceledException();
    }

    /// <summary>What to show of a failure without throwing: several errors in an AggregateException.</summary>
    internal static Exception ToException(object failure) => failure switch
    {
        ExceptionDispatchInfo info => info.SourceException,
        FailureSet set => new AggregateException(set.ToExceptions()),
        _ => new TaskCanceledException(),
    };

    /// <summary>Throws all errors in an AggregateException; a cancellation as it is.</summary>
    [DoesNotReturn]
    internal static void ThrowAll(object failure)
    {
        if (IsCancellation(failure))
        {
            Throw(failure);
        }

        Exception exception = ToException(failure);
        throw failure is FailureSet ? exception : new AggregateException(exception);
    }

    /// <summary>
    /// Reports an error that no code will look at, as <see cref="UnobservedExceptions"/> does. A cancellation is not reported, as that of a
    /// dropped Task is not.
    /// </summary>
    internal static void ReportUnobserved(object failure)
    {
        if (failure is FailureSet set)
        {
            UnobservedExceptions.Report(set.ToExceptions());
        }
        else if (!IsCancellation(failure))
        {
            UnobservedExceptions.Report(((ExceptionDispatchInfo)failure).SourceException);
        }
    }
}
