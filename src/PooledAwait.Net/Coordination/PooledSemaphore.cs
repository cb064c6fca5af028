namespace PooledAwait;

/// <summary>A semaphore that async methods wait for without blocking a thread, and without an allocation.</summary>
/// <remarks>Waiters get permits in the order of their calls, and resume through the thread pool or on their scheduling context. Differs
/// from <see cref="SemaphoreSlim"/> in two points: a timeout throws <see cref="TimeoutException"/> instead of returning false, and no
/// thread can block on it. All members may be called by any thread.</remarks>
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
public sealed class PooledSemaphore : PooledWaitHandle
{
    private static readonly OperationPool s_waiters = OperationPools.Create(typeof(PooledSemaphore), typeof(QueuedWaiter<VoidResult>));

    private readonly int _maximum;

    /// <summary>The free permits; 0 while a waiter is queued. Written under the lock.</summary>
    private int _count;

    /// <summary>Creates a semaphore.</summary>
    /// <param name="initialCount">The number of permits that are free at first.</param>
    /// <param name="maxCount">The greatest number of free permits; at least one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The maximum is less than 1, or the initial count is negative or over it.</exception>
    public PooledSemaphore(int initialCount, int maxCount = int.MaxValue)
        : base(s_waiters)
    {
        Failures.ThrowIfLess(maxCount, least: 1);
        if (initialCount < 0 || initialCount > maxCount)
        {
            throw new ArgumentOutOfRangeException(
                nameof(initialCount), initialCount, "The initial count must be between 0 and the maximum.");
        }

        _count = initialCount;
        _maximum = maxCount;
    }

    /// <summary>The number of permits that are free at this moment.</summary>
    public int CurrentCount => Volatile.Read(ref _count);

    /// <summary>Gives permits back, to the first waiters or to the free ones; all of them, or none if there is no room.</summary>
    /// <param name="releaseCount">How many; at least one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is less than one.</exception>
    /// <exception cref="SemaphoreFullException">More permits would be free than the maximum; no permit was given back.</exception>
    public void Release(int releaseCount = 1)
    {
        Failures.ThrowIfLess(releaseCount, least: 1);
        _waiters.Lock.Enter();
        bool hasRoom = releaseCount <= _maximum - _count;
        if (hasRoom)
        {
            _count += releaseCount;
            _waiters.Admit();
        }

        _waiters.Lock.Exit();
        if (!hasRoom)
        {
            throw new SemaphoreFullException();
        }
    }

    private protected override bool TryTake()
    {
        bool isFree = _count != 0;
        _count -= isFree ? 1 : 0;
        return isFree;
    }
}
