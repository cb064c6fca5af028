using System;
using System.Diagnostics;
using System.Threading;

namespace PooledAwait;

/// <summary>A lock that async methods wait for without blocking a thread, and without an allocation.</summary>
/// <remarks>
/// <para>
/// Waiters enter in the order of their calls. A waiter that enters resumes through the thread pool, or on its scheduling context; the
/// releasing thread runs none of its code. The lock is not reentrant: a second <c>EnterAsync</c> by its owner waits for ever.
/// </para>
/// <para>All members may be called by any thread. The lock is owned by a <see cref="Releaser"/>, not by a thread.</para>
/// <para>
/// A timeout, a cancellation or <see cref="Dispose"/> ends a wait; the lock then goes to the next waiter. Disposing of the lock is
/// optional: it holds nothing that needs it.
/// </para>
/// </remarks>
/// <example><code>
/// private readonly PooledLock _gate = new();
///
/// async PooledValueTask AddAsync(int value, CancellationToken token)
/// {
///     using (await _gate.EnterAsync(token))
///     {
///         await WriteAsync(stream, value);
///     }
/// }
/// </code></example>
[DebuggerDisplay("IsHeld = {IsHeld}")]
public sealed class PooledLock : IDisposable, IWaiterOwner<PooledLock.Releaser>
{
    /// <summary>In <see cref="_owner"/>: nobody holds the lock, and nobody waits.</summary>
    private const int Free = 0;

    private static readonly OperationPool s_waiters = OperationPools.Create(typeof(PooledLock));

    private WaiterLock _lock;
    private WaiterQueue<Releaser> _waiters;

    /// <summary>The ticket of the valid releaser, 1 or more; or <see cref="Free"/>. Written under the lock.</summary>
    private int _owner;
    private int _lastTicket;

    /// <summary>Whether the lock is held at this moment.</summary>
    public bool IsHeld => Ticket != Free;

    /// <summary>The ticket of the valid releaser; 0 if there is none.</summary>
    internal int Ticket => Volatile.Read(ref _owner);

    ref WaiterLock IWaiterOwner<Releaser>.Lock => ref _lock;

    /// <summary>Enters the lock if it is free.</summary>
    /// <param name="releaser">Leaves the lock when it is disposed of; a default instance if the lock is held.</param>
    /// <returns>Whether the lock was entered.</returns>
    /// <exception cref="ObjectDisposedException">The lock was disposed of.</exception>
    public bool TryEnter(out Releaser releaser)
    {
        Waiters.ThrowIf(_waiters.IsClosed, this);
        int ticket = TryEnter();
        releaser = ticket == Free ? default : new Releaser(this, ticket);
        return ticket != Free;
    }

    /// <summary>Enters the lock, as soon as it is free.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <returns>A task whose result leaves the lock when it is disposed of. Await it once.</returns>
    public PooledValueTask<Releaser> EnterAsync(CancellationToken cancellationToken = default) =>
        EnterAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Enters the lock, as soon as it is free.</summary>
    /// <inheritdoc cref="PooledWaitHandle.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <returns>A task whose result leaves the lock when it is disposed of. Await it once.</returns>
    public PooledValueTask<Releaser> EnterAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        EnterAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>
    /// Fails all waiters, and later ones, with an <see cref="ObjectDisposedException"/>. The holder of the lock may still leave it.
    /// </summary>
    public void Dispose() => _waiters.Close(ref _lock);

    void IWaiterOwner<Releaser>.Remove(QueuedWaiter<Releaser> waiter, ref WaiterQueue<Releaser> released) => _waiters.Remove(waiter);

    /// <summary>Waits until the lock is free, and makes the releaser of an earlier ticket valid again.</summary>
    internal PooledValueTask<Releaser> ReenterAsync(int ticket) => WaitAsync(ticket, Timeout.Infinite, CancellationToken.None);

    /// <summary>Leaves the lock, and lets the first waiter enter.</summary>
    /// <param name="ticket">The releaser's.</param>
    /// <exception cref="InvalidOperationException">The releaser is not valid any more.</exception>
    internal void Exit(int ticket)
    {
        WaiterQueue<Releaser> released = default;
        _lock.Enter();
        bool isOwner = _owner == ticket;
        if (isOwner)
        {
            if (_waiters.First is { } first)
            {
                _owner = first.Tag != 0 ? first.Tag : NextTicket();
                _waiters.Release(new Releaser(this, _owner), ref released);
            }
            else
            {
                _owner = Free;
            }
        }

        _lock.Exit();
        if (!isOwner)
        {
            throw Failures.ReleasedTwice();
        }

        released.Publish();
    }

    private PooledValueTask<Releaser> EnterAsync(long milliseconds, CancellationToken cancellationToken) =>
        !cancellationToken.IsCancellationRequested && TryEnter() is var ticket and not Free
            ? new PooledValueTask<Releaser>(new Releaser(this, ticket))
            : WaitAsync(ticket: 0, milliseconds, cancellationToken);

    /// <summary>Enters the lock if it is free.</summary>
    /// <returns>The ticket; <see cref="Free"/> if the lock can't be entered now.</returns>
    private int TryEnter()
    {
        int ticket = Free;
        _lock.Enter();
        if (_owner == Free && !_waiters.IsClosed)
        {
            _owner = ticket = NextTicket();
        }

        _lock.Exit();
        return ticket;
    }

    /// <summary>Waits until the lock is free.</summary>
    /// <param name="ticket">The ticket that becomes valid again; 0 for a new one.</param>
    /// <param name="milliseconds">The timeout; -1 for none.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    private PooledValueTask<Releaser> WaitAsync(int ticket, long milliseconds, CancellationToken cancellationToken)
    {
        QueuedWaiter<Releaser> waiter = QueuedWaiter<Releaser>.Rent(s_waiters, milliseconds, cancellationToken);
        waiter.Tag = ticket;
        _lock.Enter();
        if (_owner == Free && !waiter.IsCanceled && !_waiters.IsClosed)
        {
            _owner = ticket != 0 ? ticket : NextTicket();
            waiter.End(new Releaser(this, _owner));
        }
        else
        {
            _waiters.Add(waiter, this);
        }

        waiter.Start(ref _lock);
        return waiter.Task;
    }

    private int NextTicket() => _lastTicket = _lastTicket == int.MaxValue ? 1 : _lastTicket + 1;

    /// <summary>Leaves a <see cref="PooledLock"/>. A default instance does nothing.</summary>
    public readonly record struct Releaser : IDisposable
    {
        private readonly PooledLock? _lock;
        private readonly int _ticket;

        internal Releaser(PooledLock owner, int ticket)
        {
            _lock = owner;
            _ticket = ticket;
        }

        /// <summary>Leaves the lock, and lets the first waiter enter.</summary>
        /// <exception cref="InvalidOperationException">The lock was already left through this releaser or a copy of it.</exception>
        public void Dispose() => _lock?.Exit(_ticket);
    }
}
