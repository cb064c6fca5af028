namespace PooledAwait;

/// <summary>A lock that async methods wait for without blocking a thread, and without an allocation.</summary>
/// <remarks>Waiters enter in the order of their calls. A waiter that enters resumes through the thread pool, or on its scheduling context;
/// the releasing thread runs none of its code. The lock is not reentrant: a second <c>EnterAsync</c> by its owner waits for ever. After a
/// timeout, a cancellation or <see cref="Dispose"/> the lock goes to the next waiter. All members may be called by any thread, because a
/// <see cref="Releaser"/> owns the lock, not a thread. Disposing of the lock is optional.</remarks>
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
public sealed class PooledLock : IDisposable, ITracked
{
    /// <summary>In <see cref="_owner"/>: nobody holds the lock, and nobody waits.</summary>
    private const int Free = 0;

    private static readonly OperationPool s_waiters = OperationPools.Create(typeof(PooledLock), typeof(QueuedWaiter<Releaser>));

    private readonly WaiterQueue<Releaser> _waiters;

    /// <summary>The ticket of the valid releaser, 1 or more; or <see cref="Free"/>. Written under the lock.</summary>
    private int _owner;
    private int _lastTicket;

    /// <summary>Creates a lock that is free.</summary>
    public PooledLock() => _waiters = new(s_waiters, TryTake);

    /// <summary>Whether the lock is held at this moment.</summary>
    public bool IsHeld => Ticket != Free;

    internal int Ticket => Volatile.Read(ref _owner);

    short ITracked.Token => (short)_owner;

    Type ITracked.TrackedType => typeof(Releaser);

    /// <summary>Enters the lock if it is free.</summary>
    /// <param name="releaser">Leaves the lock when it is disposed of; a default instance if the lock is held.</param>
    /// <returns>Whether the lock was entered.</returns>
    /// <exception cref="ObjectDisposedException">The lock was disposed of.</exception>
    public bool TryEnter(out Releaser releaser) => _waiters.TryTake(this, default, out releaser);

    /// <summary>Enters the lock, as soon as it is free.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <returns>A task whose result leaves the lock when it is disposed of. Await it once.</returns>
    public PooledValueTask<Releaser> EnterAsync(CancellationToken cancellationToken = default) =>
        _waiters.WaitAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Enters the lock, as soon as it is free.</summary>
    /// <inheritdoc cref="PooledWaitHandle.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <returns>A task whose result leaves the lock when it is disposed of. Await it once.</returns>
    public PooledValueTask<Releaser> EnterAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        _waiters.WaitAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>Fails all waiters, and later ones, with an <see cref="ObjectDisposedException"/>. The holder may still leave it.</summary>
    public void Dispose() => _waiters.Dispose();

    /// <summary>Waits until the lock is free, and makes the releaser of an earlier ticket valid again.</summary>
    internal PooledValueTask<Releaser> ReenterAsync(int ticket) =>
        _waiters.WaitAsync(Timeout.Infinite, CancellationToken.None, new Releaser(this, ticket));

    internal void Exit(int ticket)
    {
        OperationTracker.Current?.Consume(this, (short)ticket);
        _waiters.Lock.Enter();
        bool isOwner = _owner == ticket;
        if (isOwner)
        {
            _owner = Free;
            _waiters.Admit();
        }

        _waiters.Lock.Exit();
        if (!isOwner)
        {
            throw Failures.ReleasedTwice();
        }
    }

    /// <summary>Enters the lock if it is free. Makes the releaser valid again, or makes a new one if it is a default instance.</summary>
    private bool TryTake(ref Releaser releaser)
    {
        if (_owner != Free || _waiters.IsDisposed)
        {
            return false;
        }

        if (releaser.Ticket == Free)
        {
            releaser = new Releaser(this, NextTicket());
        }

        _owner = releaser.Ticket;

        // The one that enters is the first waiter, or the caller if nobody waits.
        OperationTracker.Current?.Start(this, _waiters.First);
        return true;
    }

    private int NextTicket() => _lastTicket = _lastTicket == int.MaxValue ? 1 : _lastTicket + 1;

    /// <summary>Leaves a <see cref="PooledLock"/>. A default instance does nothing.</summary>
    [PublicName("PooledLock.Releaser")]
    public readonly record struct Releaser : IDisposable
    {
        private readonly PooledLock? _lock;

        internal Releaser(PooledLock owner, int ticket)
        {
            _lock = owner;
            Ticket = ticket;
        }

        internal int Ticket { get; }

        /// <summary>Leaves the lock, and lets the first waiter enter.</summary>
        /// <exception cref="InvalidOperationException">The lock was already left through this releaser or a copy of it.</exception>
        public void Dispose() => _lock?.Exit(Ticket);
    }
}
