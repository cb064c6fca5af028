namespace PooledAwait;

/// <summary>Something that async methods wait for: the common part of the semaphore and the events.</summary>
/// <remarks>No wait blocks a thread, and none allocates once warm. Waits end in the order of their calls, and resume through the thread
/// pool or on their scheduling context: the releasing thread runs none of their code. Thread-safe. Disposing is optional.</remarks>
/// <example><code>
/// async PooledValueTask&lt;bool&gt; IsReadyAsync(PooledWaitHandle handle, TimeSpan patience)
/// {
///     Completion completion = await handle.WaitAsync(patience).WithoutThrowing();
///     return completion.IsCompletedSuccessfully;
/// }
/// </code></example>
public abstract class PooledWaitHandle : IDisposable
{
    private protected readonly WaiterQueue<VoidResult> _waiters;

    private protected PooledWaitHandle(OperationPool pool) => _waiters = new(pool, TryTakeUndisposed);

    /// <summary>Whether waits end at once and take nothing, so that they need no lock.</summary>
    private protected virtual bool IsOpen => false;

    private bool IsOpenAndUndisposed => IsOpen && !_waiters.IsDisposed;

    /// <summary>Takes what a wait would take, if it is there.</summary>
    /// <returns>Whether a wait would have ended at once.</returns>
    /// <exception cref="ObjectDisposedException">The object was disposed of.</exception>
    public bool TryWait() => IsOpenAndUndisposed || _waiters.TryTake(this, default, out _);

    /// <summary>Waits.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    public PooledValueTask WaitAsync(CancellationToken cancellationToken = default) => WaitAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Waits for a limited time.</summary>
    /// <param name="timeout">Ends the wait with a <see cref="TimeoutException"/>: 0 to 4,294,967,294 ms, or
    /// <see cref="Timeout.InfiniteTimeSpan"/>.</param>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    public PooledValueTask WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        WaitAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>Fails all waiters, and later ones, with an <see cref="ObjectDisposedException"/>. Other members still work.</summary>
    public void Dispose()
    {
        _waiters.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Takes what a wait takes; under the lock.</summary>
    private protected abstract bool TryTake();

    /// <summary>Writes to the state, and ends the waits that may end now.</summary>
    private protected void Write(ref bool state, bool value)
    {
        _waiters.Lock.Enter();
        state = value;
        _waiters.Admit();
        _waiters.Lock.Exit();
    }

    private bool TryTakeUndisposed(ref VoidResult result) => !_waiters.IsDisposed && TryTake();

    private PooledValueTask WaitAsync(long milliseconds, CancellationToken cancellationToken)
    {
        if (IsOpenAndUndisposed && !cancellationToken.IsCancellationRequested)
        {
            return default;
        }

        PooledValueTask<VoidResult> wait = _waiters.WaitAsync(milliseconds, cancellationToken);
        return new PooledValueTask(wait._operation, wait._token);
    }
}
