using System;
using System.Threading;

namespace PooledAwait;

/// <summary>Something that async methods wait for: the common part of the semaphore and the events.</summary>
/// <remarks>
/// No wait blocks a thread, and none allocates once warm. Waits end in the order of their calls, and resume through the thread pool or on
/// their scheduling context: the releasing thread runs none of their code. All members may be called by any thread. Disposing is optional.
/// </remarks>
/// <example><code>
/// async PooledValueTask&lt;bool&gt; IsReadyAsync(PooledWaitHandle handle, TimeSpan patience)
/// {
///     Completion completion = await handle.WaitAsync(patience).WithoutThrowing();
///     return completion.IsCompletedSuccessfully;
/// }
/// </code></example>
public abstract class PooledWaitHandle : IDisposable, IWaiterOwner<VoidResult>
{
    private protected WaiterLock _lock;
    private protected WaiterQueue<VoidResult> _waiters;
    private readonly OperationPool _pool;

    private protected PooledWaitHandle(OperationPool pool) => _pool = pool;

    ref WaiterLock IWaiterOwner<VoidResult>.Lock => ref _lock;

    /// <summary>Takes what a wait would take, if it is there.</summary>
    /// <returns>Whether a wait would have ended at once.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed of.</exception>
    public bool TryWait()
    {
        Waiters.ThrowIf(_waiters.IsClosed, this);
        return TryTakeAtOnce();
    }

    /// <summary>Waits.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    public PooledValueTask WaitAsync(CancellationToken cancellationToken = default) => WaitAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Waits for a limited time.</summary>
    /// <param name="timeout">
    /// Ends the wait with a <see cref="TimeoutException"/>: 0 to 4,294,967,294 ms, or <see cref="Timeout.InfiniteTimeSpan"/>.
    /// </param>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    public PooledValueTask WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        WaitAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>Fails all waiters, and later ones, with an <see cref="ObjectDisposedException"/>. Other members still work.</summary>
    public void Dispose()
    {
        _waiters.Close(ref _lock);
        GC.SuppressFinalize(this);
    }

    void IWaiterOwner<VoidResult>.Remove(QueuedWaiter<VoidResult> waiter, ref WaiterQueue<VoidResult> released) => _waiters.Remove(waiter);

    /// <summary>Takes what a wait takes; under the lock.</summary>
    private protected abstract bool TryTake();

    /// <summary>As <see cref="TryTake"/>, outside of the lock. Where nothing is taken, a derived class needs no lock.</summary>
    private protected virtual bool TryTakeAtOnce()
    {
        _lock.Enter();
        bool isTaken = TryTake();
        _lock.Exit();
        return isTaken;
    }

    private PooledValueTask WaitAsync(long milliseconds, CancellationToken cancellationToken)
    {
        if (!cancellationToken.IsCancellationRequested && !_waiters.IsClosed && TryTakeAtOnce())
        {
            return default;
        }

        QueuedWaiter<VoidResult> waiter = QueuedWaiter<VoidResult>.Rent(_pool, milliseconds, cancellationToken);
        _lock.Enter();
        if (!waiter.IsCanceled && !_waiters.IsClosed && TryTake())
        {
            waiter.End(default);
        }
        else
        {
            _waiters.Add(waiter, this);
        }

        waiter.Start(ref _lock);
        return new PooledValueTask(waiter, waiter.Token);
    }
}
