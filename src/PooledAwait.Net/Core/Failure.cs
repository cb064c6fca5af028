using System.Runtime.ExceptionServices;

namespace PooledAwait;

/// <summary>Why an operation has no result. An OperationCanceledException always means canceled, as in the framework's builders.</summary>
/// <remarks>
/// <code>
/// the failure is                  an outcome of
/// an OperationCanceledException   a cancellation; each await throws it as it is, so that its stack begins at the last await
/// any other Exception             an error whose awaiter resumes at once
/// an ExceptionDispatchInfo        an error with its stack, to be thrown later
/// an array of those               several errors, in the order of the inputs; an await throws the first
/// a Fault                         errors that nobody awaited when they occurred
/// <see cref="Canceled"/>                        a cancellation without an exception: each consumer gets a new one
/// <see cref="TimedOut"/>                        a deadline: each consumer gets a new TimeoutException
/// <see cref="TakenAsTask"/>                     a misuse: each consumer gets a new InvalidOperationException
/// a Task                          its cancellation; each consumer gets the exception that awaiting the Task throws
/// any other object                a CancellationToken, as <see cref="TokenReference"/> has it: each consumer gets a new exception
/// </code>
/// </remarks>
[StackTraceHidden]
internal static class Failure
{
    internal static readonly object Canceled = new();

    internal static readonly object TimedOut = new();

    /// <summary>The Task that the operation followed was taken out while another thread began to await the operation.</summary>
    internal static readonly object TakenAsTask = new();

    [ThreadStatic]
    private static object? t_throwable;

    /// <summary>Gets the failure of what a token has canceled, without an exception.</summary>
    internal static object Of(CancellationToken cancellationToken) =>
        cancellationToken.CanBeCanceled ? TokenReference.Of(cancellationToken) : Canceled;

    internal static bool IsCancellation(object failure) => failure switch
    {
        Exception exception => exception is OperationCanceledException,
        ExceptionDispatchInfo or ExceptionDispatchInfo[] or Fault => false,
        _ => !ReferenceEquals(failure, TimedOut) && !ReferenceEquals(failure, TakenAsTask),
    };

    /// <summary>Captures the stack trace of an error that is kept while other code may throw the same exception.</summary>
    internal static object Capture(object failure) =>
        failure is Exception exception and not OperationCanceledException ? ExceptionDispatchInfo.Capture(exception) : failure;

    /// <summary>Makes errors report themselves unless somebody observes them, as a dropped Task does.</summary>
    internal static object? MakeUnobserved(object? failure) => failure switch
    {
        null or Fault or OperationCanceledException => failure,
        ExceptionDispatchInfo or ExceptionDispatchInfo[] => new Fault(failure),
        Exception exception => new Fault(ExceptionDispatchInfo.Capture(exception)),
        _ => ReferenceEquals(failure, TimedOut) ? new Fault(failure) : failure,
    };

    /// <summary>Returns the failure and cancels its report, because a consumer gets it.</summary>
    internal static object Observe(object failure) => failure is Fault fault ? fault.Observe() : failure;

    /// <summary>Gets an exception, or the ExceptionDispatchInfo of one, and observes the failure. The consumer throws it in its own frame,
    /// because the runtime allocates for each frame an exception passes: 72 B for one, 176 B for two, 344 B for three (.NET 10).</summary>
    internal static object ToThrowable(object failure) => Observe(failure) switch
    {
        ExceptionDispatchInfo info => info,
        ExceptionDispatchInfo[] infos => infos[0],
        object other => Capture(ToException(other)),
    };

    /// <summary>Gives a failure to this thread's next <see cref="TakeThrowable"/>. An out parameter would cost MoveNext a callee-saved
    /// register.</summary>
    internal static void GiveThrowable(object failure) => t_throwable = ToThrowable(failure);

    /// <summary>Takes what <see cref="GiveThrowable"/> gave; null if the operation had a result.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    internal static object? TakeThrowable()
    {
        object? throwable = t_throwable;
        t_throwable = null;
        return throwable;
    }

    [DoesNotReturn]
    internal static void Throw(object failure)
    {
        object throwable = ToThrowable(failure);
        (throwable as ExceptionDispatchInfo)?.Throw();
        throw (Exception)throwable;
    }

    // The message is our own, because the framework reads its messages under a lock, where an interrupted thread throws.

    internal static TimeoutException NewTimeout() => new("The operation has timed out.");

    private static AggregateException Aggregate(ExceptionDispatchInfo[] all) => new("One or more errors occurred.", ToExceptions(all));

    /// <summary>Gets the exception to show without throwing it: several errors in an AggregateException. They count as observed.</summary>
    internal static Exception ToException(object failure) => Observe(failure) switch
    {
        Exception exception => exception,
        ExceptionDispatchInfo info => info.SourceException,
        ExceptionDispatchInfo[] infos => Aggregate(infos),
        object other => ReferenceEquals(other, TimedOut) ? NewTimeout()
            : ReferenceEquals(other, TakenAsTask) ? Failures.TakenAsTask()
            : ReferenceEquals(other, Canceled) ? new TaskCanceledException("A task was canceled.")
            : other is Task task ? CancellationOf(task)
            : TokenReference.ToException(other),
    };

    /// <summary>Gets the only error, without observing it; null if there are several, or there was a cancellation.</summary>
    internal static Exception? PeekError(object failure) => failure switch
    {
        Exception exception => exception,
        ExceptionDispatchInfo info => info.SourceException,
        Fault fault => PeekError(fault.Error),
        _ => null,
    };

    /// <summary>Gets all errors in their order, which then count as observed; null for a cancellation.</summary>
    internal static ExceptionDispatchInfo[]? ToErrors(object failure) => Observe(failure) switch
    {
        ExceptionDispatchInfo[] infos => infos,
        ExceptionDispatchInfo info => [info],
        object other => IsCancellation(other) ? null : [ExceptionDispatchInfo.Capture(ToException(other))],
    };

    [DoesNotReturn]
    internal static void ThrowAll(object failure)
    {
        if (ToErrors(failure) is { } errors)
        {
            throw Aggregate(errors);
        }

        Throw(failure);
    }

    /// <summary>Reports errors that no code will look at; as with a dropped Task, cancellations aren't reported.</summary>
    internal static void ReportUnobserved(object failure)
    {
        if (ToErrors(failure) is { } errors)
        {
            UnobservedExceptions.Report(ToExceptions(errors));
        }
    }

    /// <summary>Ends the process, as the framework does with an unhandled exception: it is thrown on the thread pool.</summary>
    internal static void ThrowUnhandled(Exception exception)
    {
        ExceptionDispatchInfo info = ExceptionDispatchInfo.Capture(exception);
        WorkItems.Queue(static info => ((ExceptionDispatchInfo)info!).Throw(), info);
    }

    /// <summary>Gets the exception of a canceled Task: no member of Task returns it without throwing.</summary>
    private static Exception CancellationOf(Task task)
    {
        try
        {
            task.GetAwaiter().GetResult();
            return new TaskCanceledException(task);
        }
        catch (OperationCanceledException exception)
        {
            return exception;
        }
    }

    private static Exception[] ToExceptions(ExceptionDispatchInfo[] infos) =>
        Array.ConvertAll(infos, static info => info.SourceException);
}
