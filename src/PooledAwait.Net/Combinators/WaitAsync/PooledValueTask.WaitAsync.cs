using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <content>WaitAsync: waiting with a timeout or a cancellation.</content>
public readonly partial struct PooledValueTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WaitAsync(CancellationToken)"/>
    public PooledValueTask WaitAsync(CancellationToken cancellationToken) =>
        WithoutResult(WithVoidResult.WaitAsync(cancellationToken));

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
