using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>WaitAsync: waiting with a timeout or a cancellation.</content>
public readonly partial struct PooledValueTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(CancellationToken)"/>
    public PooledValueTask WaitAsync(CancellationToken cancellationToken) =>
        Waits.Run(this, Timeout.Infinite, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, CancellationToken)"/>
    public PooledValueTask WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        WaitAsync(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, CancellationToken)"/>
    public PooledValueTask WaitAsync(TimeSpan timeout, TimeProvider timeProvider, CancellationToken cancellationToken = default) =>
        WaitAsync(timeout, timeProvider, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(TimeSpan, TimeProvider, TaskCreationOptions, CancellationToken)"/>
    public PooledValueTask WaitAsync(
        TimeSpan timeout, TimeProvider timeProvider, TaskCreationOptions options, CancellationToken cancellationToken = default)
    {
        long milliseconds = Timeouts.Validate(timeout, nameof(timeout));
        Failures.ThrowIfNull(timeProvider);
        SourceOptions.Validate(options, nameof(options));
        return Waits.Run(this, milliseconds, timeProvider, options, cancellationToken);
    }
}
