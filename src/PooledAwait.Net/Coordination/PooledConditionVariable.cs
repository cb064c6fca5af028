namespace PooledAwait;

/// <summary>Lets the holder of a <see cref="PooledLock"/> wait for a change of what the lock guards: Monitor.Wait and Monitor.Pulse for
/// async methods, without blocking a thread and without an allocation.</summary>
/// <remarks><c>WaitAsync</c> leaves the lock, waits for a notification and enters the lock again, in the order of its calls. The lock is
/// held whenever the wait returns, even after a cancellation or timeout. The <c>using</c> around it stays correct: the releaser is invalid
/// during the wait, and valid again after it. One exception: when the lock itself was disposed of, the wait fails without it. Test the
/// condition in a loop, because others may enter before the waiter does. Change the condition and notify while you hold the lock; the
/// notified waiter enters when you leave it.</remarks>
/// <example><code>
/// // The condition variable was made with the lock.
/// async PooledValueTask&lt;int&gt; TakeAsync(
///     PooledLock gate, PooledConditionVariable isNotEmpty, Queue&lt;int&gt; items, CancellationToken token)
/// {
///     using (await gate.EnterAsync(token))
///     {
///         while (items.Count == 0)
///         {
///             await isNotEmpty.WaitAsync(token);
///         }
///
///         return items.Dequeue();
///     }
/// }
/// </code></example>
[DebuggerDisplay("HasWaiters = {HasWaiters}")]
public sealed class PooledConditionVariable : IDisposable
{
    private static readonly OperationPool s_waiters =
        OperationPools.Create(typeof(PooledConditionVariable), typeof(QueuedWaiter<VoidResult>));

    private readonly PooledLock _gate;

    /// <summary>No wait ends at once, because no notification is kept.</summary>
    private readonly WaiterQueue<VoidResult> _waiters = new(s_waiters, static (ref _) => false);

    /// <summary>Creates a condition variable.</summary>
    /// <param name="gate">The lock that guards the condition; several condition variables may share it.</param>
    /// <exception cref="ArgumentNullException">The lock is null.</exception>
    public PooledConditionVariable(PooledLock gate)
    {
        Failures.ThrowIfNull(gate);
        _gate = gate;
    }

    private bool HasWaiters => !_waiters.IsEmpty;

    /// <summary>Notifies the first waiter, if there is one.</summary>
    public void Notify() => Notify(count: 1);

    /// <summary>Notifies all waiters; they enter the lock one after the other.</summary>
    public void NotifyAll() => Notify(int.MaxValue);

    /// <summary>Leaves the lock, waits for a notification, and enters the lock again.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>, as soon as the lock is held again.
    /// If it is already canceled, the lock isn't left.</param>
    /// <exception cref="InvalidOperationException">The lock is not held.</exception>
    public PooledValueTask WaitAsync(CancellationToken cancellationToken = default) => WaitAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Leaves the lock, waits for a notification for a limited time, and enters the lock again.</summary>
    /// <inheritdoc cref="PooledWaitHandle.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <exception cref="InvalidOperationException">The lock is not held.</exception>
    public PooledValueTask WaitAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        WaitAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>Fails all waiters with an <see cref="ObjectDisposedException"/>, once they hold the lock again; later waits too.</summary>
    public void Dispose() => _waiters.Dispose();

    private void Notify(int count)
    {
        _waiters.Lock.Enter();
        for (; count != 0 && !_waiters.IsEmpty; count--)
        {
            _waiters.Release(default);
        }

        _waiters.Lock.Exit();
    }

    private PooledValueTask WaitAsync(long milliseconds, CancellationToken cancellationToken)
    {
        int ticket = _gate.Ticket;
        if (ticket <= 0)
        {
            throw new InvalidOperationException("The lock is not held. Enter it before you wait for a change of what it guards.");
        }

        return cancellationToken.IsCancellationRequested
            ? PooledValueTask.FromCanceled(cancellationToken)
            : LeaveAndWaitAsync(ticket, milliseconds, cancellationToken);
    }

    private async PooledValueTask LeaveAndWaitAsync(int ticket, long milliseconds, CancellationToken cancellationToken)
    {
        // Enters the queue before it leaves the lock, so that it misses no notification of the next holder.
        PooledValueTask<VoidResult> notified = _waiters.WaitAsync(milliseconds, cancellationToken);
        try
        {
            _gate.Exit(ticket);
        }
        catch
        {
            // Another caller has left the lock in the meantime. This wait must not take a notification from another one.
            if (notified._operation is QueuedWaiter<VoidResult> waiter && !waiter.GiveUp(notified._token, Failure.Canceled))
            {
                Notify();
            }

            notified.Forget();
            throw;
        }

        try
        {
            await notified.ConfigureAwait(false);
        }
        finally
        {
            await _gate.ReenterAsync(ticket).ConfigureAwait(false);
        }
    }
}
