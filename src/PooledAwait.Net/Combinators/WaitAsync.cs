namespace PooledAwait;

public readonly partial record struct PooledValueTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(CancellationToken)"/>
    public PooledValueTask WaitAsync(CancellationToken cancellationToken) => WithoutResult(WithVoidResult.WaitAsync(cancellationToken));

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, CancellationToken)"/>
    public PooledValueTask WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        WaitAsync(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, CancellationToken)"/>
    public PooledValueTask WaitAsync(TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken = default) =>
        WaitAsync(timeout, timeProvider, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, TaskCreationOptions, CancellationToken)"/>
    public PooledValueTask WaitAsync(
        TimeSpan timeout, TimeProvider timeProvider, TaskCreationOptions options, CancellationToken cancellationToken = default) =>
        WithoutResult(WithVoidResult.WaitAsync(timeout, timeProvider, options, cancellationToken));
}

public readonly partial record struct PooledValueTask<T>
{
    /// <summary>Waits for this task, until a cancellation.</summary>
    /// <remarks>The outcomes are those of Task.WaitAsync: <see cref="TimeoutException"/> after the timeout, an
    /// <see cref="OperationCanceledException"/> with the token after a cancellation. The operation itself continues. Its late result is
    /// dropped, and its late error is reported as unobserved. A task that is already complete gives its outcome, also with a zero timeout.
    /// Timers of the system clock are reused. Those of another clock are made for each use and cost what that clock allocates.</remarks>
    /// <param name="cancellationToken">Ends the wait, not the operation.</param>
    /// <returns>A task to await instead of this one.</returns>
    /// <exception cref="InvalidOperationException">This task was already consumed.</exception>
    public PooledValueTask<T> WaitAsync(CancellationToken cancellationToken) =>
        WaitAsync(Timeout.InfiniteTimeSpan, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <summary>Waits for this task, until a timeout or a cancellation.</summary>
    /// <inheritdoc cref="WaitAsync(CancellationToken)"/>
    /// <param name="timeout">The longest wait, up to 49 days; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or over 49 days.</exception>
    public PooledValueTask<T> WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        WaitAsync(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="WaitAsync(TimeSpan, CancellationToken)"/>
    /// <param name="timeProvider">The clock.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public PooledValueTask<T> WaitAsync(TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken = default) =>
        WaitAsync(timeout, timeProvider, TaskCreationOptions.None, cancellationToken);

    /// <summary>Waits for this task, until a timeout or a cancellation, with a choice of where continuations run.</summary>
    /// <inheritdoc cref="WaitAsync(TimeSpan, TimeProvider, CancellationToken)"/>
    /// <remarks><inheritdoc cref="WaitAsync(CancellationToken)" path="/remarks/node()"/> A task that is already
    /// complete is returned as it is. Otherwise the options decide where the returned task's continuations run.</remarks>
    /// <param name="options">As in <see cref="PooledValueTaskSource{T}.Create(TaskCreationOptions, CancellationToken)"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The options have another flag, or PreferFairness alone.</exception>
    public PooledValueTask<T> WaitAsync(
        TimeSpan timeout, TimeProvider timeProvider, TaskCreationOptions options, CancellationToken cancellationToken = default)
    {
        long milliseconds = SourceOptions.Validate(timeout, timeProvider, options, nameof(timeout));

        // The order of the checks is that of Task.WaitAsync.
        bool isForEver = milliseconds == Timeout.Infinite && options == TaskCreationOptions.None && !cancellationToken.CanBeCanceled;
        if (_operation is null || _operation.IsCompleted(_token) || isForEver)
        {
            return this;
        }

        if (milliseconds != 0 && !cancellationToken.IsCancellationRequested)
        {
            return WaitOperation<T>.Start(this, milliseconds, timeProvider, options, cancellationToken);
        }

        Forget();
        return PooledValueTask.Failed<T>(cancellationToken.IsCancellationRequested ? Failure.Of(cancellationToken) : Failure.TimedOut);
    }
}

public static partial class ValueTaskExtensions
{
    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    public static PooledValueTask WaitAsync(this ValueTask task, CancellationToken cancellationToken) =>
        task.AsPooledValueTask().WaitAsync(cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    public static PooledValueTask WaitAsync(this ValueTask task, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        task.WaitAsync(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    public static PooledValueTask WaitAsync(
        this ValueTask task, TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken = default) =>
        task.WaitAsync(timeout, timeProvider, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    public static PooledValueTask<T> WaitAsync<T>(this ValueTask<T> task, CancellationToken cancellationToken) =>
        task.AsPooledValueTask().WaitAsync(cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    public static PooledValueTask<T> WaitAsync<T>(
        this ValueTask<T> task, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        task.WaitAsync(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    public static PooledValueTask<T> WaitAsync<T>(
        this ValueTask<T> task, TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken = default) =>
        task.WaitAsync(timeout, timeProvider, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, TaskCreationOptions, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    public static PooledValueTask WaitAsync(
        this ValueTask task, TimeSpan timeout, TimeProvider timeProvider, TaskCreationOptions options,
        CancellationToken cancellationToken = default)
    {
        // The arguments first: a call that throws consumes nothing.
        SourceOptions.Validate(timeout, timeProvider, options, nameof(timeout));
        return task.AsPooledValueTask().WaitAsync(timeout, timeProvider, options, cancellationToken);
    }

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, TaskCreationOptions, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    public static PooledValueTask<T> WaitAsync<T>(
        this ValueTask<T> task, TimeSpan timeout, TimeProvider timeProvider, TaskCreationOptions options,
        CancellationToken cancellationToken = default)
    {
        // The arguments first: a call that throws consumes nothing.
        SourceOptions.Validate(timeout, timeProvider, options, nameof(timeout));
        return task.AsPooledValueTask().WaitAsync(timeout, timeProvider, options, cancellationToken);
    }
}
