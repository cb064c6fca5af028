using System;
using System.Threading;

namespace PooledAwait;

/// <content>Delay.</content>
public readonly partial struct PooledValueTask
{
    /// <summary>Completes after a time.</summary>
    /// <remarks><inheritdoc cref="Delay(TimeSpan, TimeProvider, CancellationToken)" path="/remarks/node()"/></remarks>
    /// <param name="delay">The time; <see cref="Timeout.InfiniteTimeSpan"/> waits for the cancellation only.</param>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or over 49 days.</exception>
    public static PooledValueTask Delay(TimeSpan delay, CancellationToken cancellationToken = default)
    {
        long milliseconds = Timeouts.Validate(delay, nameof(delay));
        return Waits.Delay(milliseconds, TimeProvider.System, cancellationToken);
    }

    /// <summary>Completes after a time.</summary>
    /// <remarks>
    /// As Task.Delay, it never completes early by its clock, and drops fractions of a millisecond. Timers of the system clock are reused.
    /// Timers of another clock are created for each use and cost what that clock allocates.
    /// </remarks>
    /// <param name="delay">The time; <see cref="Timeout.InfiniteTimeSpan"/> waits for the cancellation only.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or over 49 days.</exception>
    public static PooledValueTask Delay(TimeSpan delay, TimeProvider timeProvider, CancellationToken cancellationToken = default)
    {
        long milliseconds = Timeouts.Validate(delay, nameof(delay));
        Failures.ThrowIfNull(timeProvider);
        return Waits.Delay(milliseconds, timeProvider, cancellationToken);
    }
}
