using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content><c>WaitAsync</c> for a ValueTask, without creating a Task.</content>
public static partial class ValueTaskExtensions
{
    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    /// <param name="cancellationToken">Ends the wait, not the operation.</param>
    public static PooledValueTask WaitAsync(this ValueTask task, CancellationToken cancellationToken) =>
        task.AsPooledValueTask().WaitAsync(cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    /// <param name="timeout">The longest wait, up to 49 days; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <param name="cancellationToken">Ends the wait, not the operation.</param>
    public static PooledValueTask WaitAsync(this ValueTask task, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        task.WaitAsync(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    /// <param name="timeout">The longest wait, up to 49 days; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="cancellationToken">Ends the wait, not the operation.</param>
    public static PooledValueTask WaitAsync(
        this ValueTask task, TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken = default) =>
        task.WaitAsync(timeout, timeProvider, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    /// <param name="cancellationToken">Ends the wait, not the operation.</param>
    /// <typeparam name="T">The result.</typeparam>
    public static PooledValueTask<T> WaitAsync<T>(this ValueTask<T> task, CancellationToken cancellationToken) =>
        task.AsPooledValueTask().WaitAsync(cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    /// <param name="timeout">The longest wait, up to 49 days; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <param name="cancellationToken">Ends the wait, not the operation.</param>
    /// <typeparam name="T">The result.</typeparam>
    public static PooledValueTask<T> WaitAsync<T>(
        this ValueTask<T> task, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        task.WaitAsync(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    /// <param name="timeout">The longest wait, up to 49 days; <see cref="Timeout.InfiniteTimeSpan"/> for no limit.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="cancellationToken">Ends the wait, not the operation.</param>
    /// <typeparam name="T">The result.</typeparam>
    public static PooledValueTask<T> WaitAsync<T>(
        this ValueTask<T> task, TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken = default) =>
        task.WaitAsync(timeout, timeProvider, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, TaskCreationOptions, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    /// <param name="timeout">How long to wait; <see cref="Timeout.InfiniteTimeSpan"/> for no end, zero for not at all.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="options">As in <see cref="PooledValueTaskSource{T}.Create(TaskCreationOptions, CancellationToken)"/>.</param>
    /// <param name="cancellationToken">Ends the waiting, not the operation.</param>
    public static PooledValueTask WaitAsync(
        this ValueTask task,
        TimeSpan timeout,
        TimeProvider timeProvider,
        TaskCreationOptions options,
        CancellationToken cancellationToken = default)
    {
        // The arguments first: a call that throws consumes nothing.
        Timeouts.Validate(timeout, nameof(timeout));
        Failures.ThrowIfNull(timeProvider);
        SourceOptions.Validate(options, nameof(options));
        return task.AsPooledValueTask().WaitAsync(timeout, timeProvider, options, cancellationToken);
    }

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, TaskCreationOptions, CancellationToken)"/>
    /// <param name="task">The task; consumed by this.</param>
    /// <param name="timeout">How long to wait; <see cref="Timeout.InfiniteTimeSpan"/> for no end, zero for not at all.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="options">As in <see cref="PooledValueTaskSource{T}.Create(TaskCreationOptions, CancellationToken)"/>.</param>
    /// <param name="cancellationToken">Ends the waiting, not the operation.</param>
    /// <typeparam name="T">The result.</typeparam>
    public static PooledValueTask<T> WaitAsync<T>(
        this ValueTask<T> task,
        TimeSpan timeout,
        TimeProvider timeProvider,
        TaskCreationOptions options,
        CancellationToken cancellationToken = default)
    {
        // The arguments first: a call that throws consumes nothing.
        Timeouts.Validate(timeout, nameof(timeout));
        Failures.ThrowIfNull(timeProvider);
        SourceOptions.Validate(options, nameof(options));
        return task.AsPooledValueTask().WaitAsync(timeout, timeProvider, options, cancellationToken);
    }
}
