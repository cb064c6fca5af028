using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>The return type of an <c>async</c> method that runs in the background once it suspends. For the caller it is complete at
/// once.</summary>
/// <remarks>It replaces <c>async void</c> and dropped tasks. In a Release build it allocates nothing. An exception neither ends the process
/// nor is lost; see <see cref="Exception"/>.</remarks>
/// <example><code>
/// static async FireAndForget SendInBackground(Stream stream) =&gt; await SendAsync(stream);
/// </code></example>
[AsyncMethodBuilder(typeof(FireAndForgetMethodBuilder))]
public readonly record struct FireAndForget
{
    /// <summary>Raised with every exception that leaves such a method, cancellations included, on the thread and in the contexts in which
    /// the method threw. Changes that handlers make to the contexts stay inside the method.</summary>
    /// <remarks>Every handler is called, even if an earlier one throws. A handler's exception is reported through
    /// <see cref="TaskScheduler.UnobservedTaskException"/>. Without a handler, the method's exception is reported there, unless it is a
    /// cancellation, as with a dropped faulted task. Adding and removing is thread-safe.</remarks>
    public static event Action<Exception>? Exception;

    /// <summary>A completed task, whatever the method does.</summary>
    public static implicit operator Task(FireAndForget method) => method.AsTask();

    /// <summary>A completed task, whatever the method does.</summary>
    public static implicit operator ValueTask(FireAndForget method) => method.AsValueTask();

    /// <summary>A completed task, whatever the method does.</summary>
    [SuppressMessage("Performance", "CA1822", Justification = "The surface of PooledAwait 1.x.")]
    public Task AsTask() => Task.CompletedTask;

    /// <summary>A completed task, whatever the method does.</summary>
    [SuppressMessage("Performance", "CA1822", Justification = "The surface of PooledAwait 1.x.")]
    public ValueTask AsValueTask() => default;

    /// <summary>Gets an awaiter that is complete; for the compiler.</summary>
    [SuppressMessage("Performance", "CA1822", Justification = "The compiler's contract for awaiting.")]
    public ValueTaskAwaiter GetAwaiter() => default(ValueTask).GetAwaiter();

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(FireAndForget);

    /// <summary>Calls the handlers, or reports an unobserved exception. Does not throw.</summary>
    internal static void Report(Exception exception)
    {
        if (Exception is { } handlers)
        {
            UnobservedExceptions.Raise(handlers, exception);
        }
        else
        {
            Failure.ReportUnobserved(exception);
        }
    }

    /// <summary>Tells the caller's SynchronizationContext that the operation has ended. Does not throw.</summary>
    internal static void NotifyCompleted(SynchronizationContext? context)
    {
        if (context is null)
        {
            return;
        }

        try
        {
            context.OperationCompleted();
        }
        catch (Exception exception)
        {
            UnobservedExceptions.Report(exception);
        }
    }
}
