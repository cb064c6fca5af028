using System;
using System.Threading;

namespace PooledAwait;

/// <content>Waiting for a time, or until a cancellation.</content>
public readonly partial struct PooledValueTask<T>
{
    /// <summary>This task's outcome, unless the cancellation comes first.</summary>
    /// <remarks><inheritdoc cref="WaitAsync(TimeSpan, TimeProvider, CancellationToken)" path="/remarks/node()"/></remarks>
    /// <param name="cancellationToken">Ends the waiting, not the operation.</param>
    /// <returns>A task to await in this one's place.</returns>
    /// <exception cref="InvalidOperationException">This task was already consumed.</exception>
    public PooledValueTask<T> WaitAsync(CancellationToken cancellationToken) =>
        Waits.Run(this, Timeout.Infinite, TimeProvider.System, cancellationToken);

    /// <summary>This task's outcome, unless the time is over or the cancellation comes first.</summary>
    /// <remarks><inheritdoc cref="WaitAsync(TimeSpan, TimeProvider, CancellationToken)" path="/remarks/node()"/></remarks>
    /// <param name="timeout">How long to wait; <see cref="Timeout.InfiniteTimeSpan"/> for no end, zero for not at all.</param>
    /// <param name="cancellationToken">Ends the waiting, not the operation.</param>
    /// <returns>A task to await in this one's place.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or over 49 days.</exception>
    /// <exception cref="InvalidOperationException">This task was already consumed.</exception>
    public PooledValueTask<T> WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default)
    {
        long milliseconds = Timeouts.Validate(timeout, nameof(timeout));
        return Waits.Run(this, milliseconds, TimeProvider.System, cancellationToken);
    }

    /// <summary>This task's outcome, unless the time is over or the cancellation comes first.</summary>
    /// <remarks>
    /// The outcomes are those of Task.WaitAsync: <see cref="TimeoutException"/> when the time is over, an
    /// <see cref="OperationCanceledException"/> with the token when it is canceled. The operation goes on then, and is consumed
    /// when it completes: its result is dropped, its error reported as that of a task nobody observes. If this task is
    /// complete already, its outcome is what counts, and nothing is waited for. Timers of the system's clock are kept and used
    /// again; those of another clock are made for each use, and cost what that clock allocates.
    /// </remarks>
    /// <param name="timeout">How long to wait; <see cref="Timeout.InfiniteTimeSpan"/> for no end, zero for not at all.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="cancellationToken">Ends the waiting, not the operation.</param>
    /// <returns>A task to await in this one's place.</returns>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or over 49 days.</exception>
    /// <exception cref="InvalidOperationException">This task was already consumed.</exception>
    public PooledValueTask<T> WaitAsync(TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken = default)
    {
        long milliseconds = Timeouts.Validate(timeout, nameof(timeout));
        Failures.ThrowIfNull(timeProvider);
        return Waits.Run(this, milliseconds, timeProvider, cancellationToken);
    }
}
