using System;
using System.Diagnostics;
using System.Threading;

namespace PooledAwait;

/// <summary>A semaphore that async methods wait for without blocking a thread, and without an allocation.</summary>
/// <remarks>
/// Waiters get permits in the order of their calls, and resume through the thread pool or on their scheduling context. Differs from
/// <see cref="SemaphoreSlim"/> in two points: a timeout throws <see cref="TimeoutException"/> instead of returning false, and no thread can
/// block on it. All members may be called by any thread.
/// </remarks>
/// <example><code>
/// private readonly PooledSemaphore _connections = new(initialCount: 8, maxCount: 8);
///
/// async PooledValueTask SendOneAsync(CancellationToken token)
/// {
///     await _connections.WaitAsync(TimeSpan.FromSeconds(1), token);
///     try
///     {
///         await SendAsync(stream);
///     }
///     finally
///     {
///         _connections.Release();
///     }
/// }
/// </code></example>
[DebuggerDisplay("CurrentCount = {CurrentCount}")]
public sealed class PooledSemaphore
{
    private PermitQueue<VoidResult> _permits;

    /// <summary>Creates a semaphore.</summary>
    /// <param name="initialCount">The number of permits that are free at first.</param>
    /// <param name="maxCount">The greatest number of free permits: 1 to 1,073,741,823.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The initial count is negative or over the maximum, or the maximum is out of its range.
    /// </exception>
    public PooledSemaphore(int initialCount, int maxCount = PermitQueue<VoidResult>.MaxPermits)
    {
        if (maxCount is < 1 or > PermitQueue<VoidResult>.MaxPermits)
        {
            throw new ArgumentOutOfRangeException(nameof(maxCount), maxCount, "The maximum must be between 1 and 1,073,741,823.");
        }

        if (initialCount < 0 || initialCount > maxCount)
        {
            throw new ArgumentOutOfRangeException(
                nameof(initialCount), initialCount, "The initial count must be between 0 and the maximum.");
        }

        _permits = new PermitQueue<VoidResult>(initialCount, maxCount);
    }

    /// <summary>The number of permits that are free at this moment.</summary>
    public int CurrentCount => _permits.Permits;

    /// <summary>The capacity for waiters, stale entries included.</summary>
    internal int QueueCapacity => _permits.Capacity;

    /// <summary>Takes a permit if one is free.</summary>
    /// <returns>Whether a permit was taken.</returns>
    public bool TryWait() => _permits.TryTake();

    /// <summary>Takes a permit, as soon as one is free.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    public PooledValueTask WaitAsync(CancellationToken cancellationToken = default) => WaitAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Takes a permit, as soon as one is free.</summary>
    /// <param name="timeout">
    /// Ends the wait with a <see cref="TimeoutException"/>: 0 to 4,294,967,294 ms, or <see cref="Timeout.InfiniteTimeSpan"/>.
    /// </param>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    public PooledValueTask WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        WaitAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>Gives permits back, to the first waiters or to the free ones.</summary>
    /// <param name="releaseCount">How many; at least one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is less than one.</exception>
    /// <exception cref="SemaphoreFullException">More permits would be free than the maximum.</exception>
    public void Release(int releaseCount = 1)
    {
        if (releaseCount < 1)
        {
            throw new ArgumentOutOfRangeException(nameof(releaseCount), releaseCount, "The count must be at least one.");
        }

        if (_permits.TryAdd(releaseCount) is { } isAdded)
        {
            ThrowUnless(isAdded);
            return;
        }

        // Waiters are queued, so that the permits go to them one by one.
        for (int i = 0; i < releaseCount; i++)
        {
            ThrowUnless(_permits.Release());
        }
    }

    internal static PooledValueTask WithoutResult(in PooledValueTask<VoidResult> task) => new(task._operation, task._token);

    private static void ThrowUnless(bool hasRoom)
    {
        if (!hasRoom)
        {
            throw new SemaphoreFullException();
        }
    }

    private PooledValueTask WaitAsync(long milliseconds, CancellationToken cancellationToken) =>
        !cancellationToken.IsCancellationRequested && _permits.TryTake()
            ? default
            : WithoutResult(_permits.WaitAsync(milliseconds, cancellationToken));
}
