namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <summary>Completes after a time.</summary>
    /// <remarks>As Task.Delay, it never completes early by its clock, and drops fractions of a millisecond. Timers of the system clock are
    /// reused. Timers of another clock are created for each use and cost what that clock allocates.</remarks>
    /// <param name="delay">The time; <see cref="Timeout.InfiniteTimeSpan"/> waits for the cancellation only.</param>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or over 49 days.</exception>
    public static PooledValueTask Delay(TimeSpan delay, CancellationToken cancellationToken = default) =>
        Delay(delay, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="Delay(TimeSpan, CancellationToken)"/>
    /// <param name="timeProvider">The clock.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public static PooledValueTask Delay(TimeSpan delay, TimeProvider timeProvider, CancellationToken cancellationToken = default) =>
        Delay(delay, timeProvider, TaskCreationOptions.None, cancellationToken);

    /// <summary>Completes after a time, with a choice of where continuations run.</summary>
    /// <remarks>Without options, continuations run on the timer's pool thread. As with Task.Delay, a cancellation queues them.</remarks>
    /// <inheritdoc cref="Delay(TimeSpan, TimeProvider, CancellationToken)"/>
    /// <param name="options">As in <see cref="PooledValueTaskSource{T}.Create(TaskCreationOptions, CancellationToken)"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The options have another flag, or PreferFairness alone.</exception>
    public static PooledValueTask Delay(
        TimeSpan delay, TimeProvider timeProvider, TaskCreationOptions options, CancellationToken cancellationToken = default)
    {
        long milliseconds = SourceOptions.Validate(delay, timeProvider, options, nameof(delay));
        return cancellationToken.IsCancellationRequested ? WithoutResult(Failed<VoidResult>(Failure.Of(cancellationToken)))
            : milliseconds == 0 ? default
            : DelayOperation.Start(milliseconds, timeProvider, options, cancellationToken);
    }
}
