using System;
using System.Diagnostics;
using System.Threading;

namespace PooledAwait;

/// <summary>An event that lets one waiter through for each signal, without blocking a thread and without an allocation.</summary>
/// <remarks>
/// Waiters are released in the order of their calls, and resume through the thread pool or on their scheduling context. A signal without a
/// waiter is kept until the next wait; further signals are lost, as with <see cref="AutoResetEvent"/>. All members may be called by any
/// thread.
/// </remarks>
/// <example><code>
/// private readonly PooledAutoResetEvent _arrived = new(initialState: false);
///
/// async PooledValueTask ConsumeAsync(CancellationToken token)
/// {
///     while (true)
///     {
///         await _arrived.WaitAsync(token);
///         await ReadAsync(stream);
///     }
/// }
/// </code></example>
[DebuggerDisplay("IsSet = {IsSet}")]
public sealed class PooledAutoResetEvent
{
    private PermitQueue<VoidResult> _permits;

    /// <summary>Creates an event.</summary>
    /// <param name="initialState">Whether the event is signaled at first.</param>
    public PooledAutoResetEvent(bool initialState = false) => _permits = new PermitQueue<VoidResult>(initialState ? 1 : 0, maximum: 1);

    /// <summary>Whether the next wait will end at once.</summary>
    public bool IsSet => _permits.Permits != 0;

    /// <summary>Releases the first waiter; without one, the next wait ends at once.</summary>
    public void Set() => _permits.Release();

    /// <summary>Resets the event.</summary>
    public void Reset() => _permits.Clear();

    /// <summary>Waits for a signal, and takes it.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    public PooledValueTask WaitAsync(CancellationToken cancellationToken = default) => WaitAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Waits for a signal, and takes it.</summary>
    /// <param name="timeout">
    /// Ends the wait with a <see cref="TimeoutException"/>: 0 to 4,294,967,294 ms, or <see cref="Timeout.InfiniteTimeSpan"/>.
    /// </param>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    public PooledValueTask WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        WaitAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    private PooledValueTask WaitAsync(long milliseconds, CancellationToken cancellationToken) =>
        !cancellationToken.IsCancellationRequested && _permits.TryTake()
            ? default
            : PooledSemaphore.WithoutResult(_permits.WaitAsync(milliseconds, cancellationToken));
}
