using System;
using System.Threading;

namespace PooledAwait;

/// <content>Waiting for a time.</content>
public readonly partial struct PooledValueTask
{
    /// <summary>Completes when a time is over.</summary>
    /// <remarks><inheritdoc cref="Delay(TimeSpan, TimeProvider, CancellationToken)" path="/remarks/node()"/></remarks>
    /// <param name="delay">How long; <see cref="Timeout.InfiniteTimeSpan"/> for no end but the cancellation.</param>
    /// <param name="cancellationToken">Ends the waiting with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or over 49 days.</exception>
    public static PooledValueTask Delay(TimeSpan delay, CancellationToken cancellationToken = default)
    {
        long milliseconds = Timeouts.Validate(delay, nameof(delay));
        return Waits.Delay(milliseconds, TimeProvider.System, cancellationToken);
    }

    /// <summary>Completes when a time is over.</summary>
    /// <remarks>
    /// As Task.Delay: never early by the clock that its timers go by; fractions of a millisecond are cut off. Timers of the
    /// system's clock are kept and used again; those of another clock are made for each use, and cost what that clock
    /// allocates.
    /// </remarks>
    /// <param name="delay">How long; <see cref="Timeout.InfiniteTimeSpan"/> for no end but the cancellation.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="cancellationToken">Ends the waiting with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or over 49 days.</exception>
    public static PooledValueTask Delay(TimeSpan delay, TimeProvider timeProvider, CancellationToken cancellationToken = default)
    {
        long milliseconds = Timeouts.Validate(delay, nameof(delay));
        Failures.ThrowIfNull(timeProvider);
        return Waits.Delay(milliseconds, timeProvider, cancellationToken);
    }
}
