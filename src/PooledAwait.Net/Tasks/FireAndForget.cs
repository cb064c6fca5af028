using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>
/// What an <c>async</c> method returns that nobody waits for: it runs synchronously up to its first await that suspends,
/// and from there on in the background. For the caller it is complete at once.
/// </summary>
/// <remarks>
/// The pooled counterpart of <c>async void</c>, and of a task that is dropped: it allocates nothing, and an exception
/// neither ends the process nor gets lost, see <see cref="Exception"/>.
/// </remarks>
/// <example>
/// <code>
/// static async FireAndForget SendInBackground(Stream stream) =&gt; await SendAsync(stream);
/// </code>
/// </example>
[AsyncMethodBuilder(typeof(FireAndForgetMethodBuilder))]
public readonly struct FireAndForget : IEquatable<FireAndForget>
{
    /// <summary>
    /// Raised with every exception that leaves such a method, cancellations among them; on the thread, and in the contexts,
    /// in which the method threw. What handlers change in the contexts stays inside the method.
    /// </summary>
    /// <remarks>
    /// Every handler is called, even if one before it throws; what a handler throws is reported through
    /// <see cref="TaskScheduler.UnobservedTaskException"/>. While there is no handler, the method's exception is reported
    /// there, unless it is a cancellation: as with a faulted task that was dropped. Adding and removing is thread-safe.
    /// </remarks>
    [SuppressMessage("Design", "CA1003", Justification = "The event's type is the one of PooledAwait 1.x.")]
    public static event Action<Exception>? Exception;

    /// <summary>A completed task, whatever the method does.</summary>
    /// <param name="method">The method's return value.</param>
    public static implicit operator Task(FireAndForget method) => method.AsTask();

    /// <summary>A completed task, whatever the method does.</summary>
    /// <param name="method">The method's return value.</param>
    public static implicit operator ValueTask(FireAndForget method) => method.AsValueTask();

    /// <summary>They are all equal.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    public static bool operator ==(FireAndForget left, FireAndForget right) => left.Equals(right);

    /// <summary>They are all equal.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    public static bool operator !=(FireAndForget left, FireAndForget right) => !left.Equals(right);

    /// <summary>A completed task, whatever the method does.</summary>
    [SuppressMessage("Performance", "CA1822", Justification = "The surface of PooledAwait 1.x.")]
    public Task AsTask() => Task.CompletedTask;

    /// <summary>A completed task, whatever the method does.</summary>
    [SuppressMessage("Performance", "CA1822", Justification = "The surface of PooledAwait 1.x.")]
    public ValueTask AsValueTask() => default;

    /// <summary>Gets an awaiter that is complete; for the compiler.</summary>
    [SuppressMessage("Performance", "CA1822", Justification = "The compiler's contract for awaiting.")]
    public ValueTaskAwaiter GetAwaiter() => default(ValueTask).GetAwaiter();

    /// <inheritdoc/>
    public bool Equals(FireAndForget other) => true;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is FireAndForget;

    /// <inheritdoc/>
    public override int GetHashCode() => 0;

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(FireAndForget);

    /// <summary>Tells the handlers, or reports an unobserved exception; does not throw.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "A handler that throws must not keep the next one from being called.")]
    internal static void Report(Exception exception)
    {
        Action<Exception>? handlers = Exception;
        if (handlers is null)
        {
            Failure.ReportUnobserved(Failure.Of(exception));
            return;
        }

        foreach (Delegate handler in handlers.GetInvocationList())
        {
            try
            {
                ((Action<Exception>)handler)(exception);
            }
            catch (Exception error)
            {
                UnobservedExceptions.Report(error);
            }
        }
    }

    /// <summary>Tells the caller's SynchronizationContext that its operation is over; what that throws is reported as unobserved.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "As above: whatever a context throws, the method is over.")]
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
