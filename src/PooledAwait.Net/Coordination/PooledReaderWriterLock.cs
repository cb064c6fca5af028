namespace PooledAwait;

/// <summary>A lock that many readers or one writer hold, for async methods: no wait blocks a thread, and none allocates.</summary>
/// <remarks>Neither side starves, because all enter in the order of their calls: a writer enters when those before it have left, and a
/// reader that comes while a writer waits enters after that writer. Readers that wait next to each other enter together. Waiters resume
/// through the thread pool, or on their scheduling context. The lock is not reentrant and has no upgrade: a holder that enters again may
/// wait for ever, and so may a reader if a writer is waiting. All members may be called by any thread; the lock is held by a
/// <see cref="Releaser"/>. Disposing of the lock is optional.</remarks>
/// <example><code>
/// private readonly PooledReaderWriterLock _gate = new();
///
/// async PooledValueTask&lt;int&gt; GetAsync(CancellationToken token)
/// {
///     using (await _gate.EnterReadAsync(token))
///     {
///         return await ReadAsync(stream);
///     }
/// }
/// </code></example>
[DebuggerDisplay("CurrentReaders = {CurrentReaders}, IsWriteHeld = {IsWriteHeld}")]
public sealed class PooledReaderWriterLock : IDisposable
{
    private const int Writer = -1;

    private static readonly OperationPool s_waiters = OperationPools.Create(typeof(PooledReaderWriterLock), typeof(QueuedWaiter<Releaser>));

    private readonly WaiterQueue<Releaser> _waiters;

    /// <summary>The number of readers, or <see cref="Writer"/>. Written under the lock.</summary>
    private int _holders;

    /// <summary>Creates a lock that is free.</summary>
    public PooledReaderWriterLock() => _waiters = new(s_waiters, TryTake, onFailed: static releaser => releaser.Abandon());

    /// <summary>The number of readers that hold the lock at this moment.</summary>
    public int CurrentReaders => Math.Max(Volatile.Read(ref _holders), 0);

    /// <summary>Whether a writer holds the lock at this moment.</summary>
    public bool IsWriteHeld => Volatile.Read(ref _holders) == Writer;

    /// <summary>Enters as a reader, unless a writer holds the lock or anybody waits for it.</summary>
    /// <param name="releaser">Leaves the lock when it is disposed of; a default instance if the lock was not entered.</param>
    /// <returns>Whether the lock was entered.</returns>
    /// <exception cref="ObjectDisposedException">The lock was disposed of.</exception>
    public bool TryEnterRead(out Releaser releaser) => _waiters.TryTake(this, Rent(isWriter: false), out releaser);

    /// <summary>Enters as a writer, unless the lock is held.</summary>
    /// <inheritdoc cref="TryEnterRead"/>
    public bool TryEnterWrite(out Releaser releaser) => _waiters.TryTake(this, Rent(isWriter: true), out releaser);

    /// <summary>Enters as a reader, as soon as no writer holds the lock or waits ahead of it.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <returns>A task whose result leaves the lock when it is disposed of. Await it once.</returns>
    public PooledValueTask<Releaser> EnterReadAsync(CancellationToken cancellationToken = default) =>
        EnterAsync(isWriter: false, Timeout.Infinite, cancellationToken);

    /// <summary>Enters as a reader, as soon as no writer holds the lock or waits ahead of it.</summary>
    /// <inheritdoc cref="PooledWaitHandle.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <returns>A task whose result leaves the lock when it is disposed of. Await it once.</returns>
    public PooledValueTask<Releaser> EnterReadAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        EnterAsync(isWriter: false, Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>Enters as a writer, as soon as all that came before have left.</summary>
    /// <inheritdoc cref="EnterReadAsync(CancellationToken)"/>
    public PooledValueTask<Releaser> EnterWriteAsync(CancellationToken cancellationToken = default) =>
        EnterAsync(isWriter: true, Timeout.Infinite, cancellationToken);

    /// <summary>Enters as a writer, as soon as all that came before have left.</summary>
    /// <inheritdoc cref="EnterReadAsync(TimeSpan, CancellationToken)"/>
    public PooledValueTask<Releaser> EnterWriteAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        EnterAsync(isWriter: true, Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>Fails all waiters, and later ones, with an <see cref="ObjectDisposedException"/>. Holders may still leave it.</summary>
    public void Dispose() => _waiters.Dispose();

    /// <summary>Makes the releaser of a call. If the lock isn't entered, the releaser is abandoned.</summary>
    private Releaser Rent(bool isWriter) => new(this, Hold.Rent(isWriter));

    private PooledValueTask<Releaser> EnterAsync(bool isWriter, long milliseconds, CancellationToken cancellationToken) =>
        _waiters.WaitAsync(milliseconds, cancellationToken, Rent(isWriter));

    private void Exit(bool isWriter)
    {
        _waiters.Lock.Enter();
        _holders = isWriter ? 0 : _holders - 1;
        _waiters.Admit();
        _waiters.Lock.Exit();
    }

    private bool TryTake(ref Releaser releaser)
    {
        if (_waiters.IsDisposed || (releaser.IsWriter ? _holders != 0 : _holders == Writer))
        {
            return false;
        }

        _holders = releaser.IsWriter ? Writer : _holders + 1;
        OperationTracker.Current?.Start(releaser.Hold, _waiters.First);
        return true;
    }

    /// <summary>Leaves a <see cref="PooledReaderWriterLock"/>. A default instance does nothing.</summary>
    [PublicName("PooledReaderWriterLock.Releaser")]
    public readonly record struct Releaser : IDisposable
    {
        private readonly PooledReaderWriterLock? _lock;
        private readonly Hold? _hold;
        private readonly int _version;

        internal Releaser(PooledReaderWriterLock owner, Hold hold)
        {
            _lock = owner;
            _hold = hold;
            _version = hold.Version;
        }

        internal bool IsWriter => Hold.IsWriter;

        internal Hold Hold => _hold!;

        /// <summary>Leaves the lock, and lets those enter whose turn it is.</summary>
        /// <exception cref="InvalidOperationException">The lock was already left through this releaser or a copy of it.</exception>
        public void Dispose()
        {
            if (_hold is not null)
            {
                _lock!.Exit(_hold.End(_version));
            }
        }

        /// <summary>Returns the hold of a call that has not entered the lock.</summary>
        internal void Abandon() => _hold!.End(_version);
    }

    /// <summary>One reader's or writer's hold of the lock, pooled: it tells a valid releaser from one that has left already.</summary>
    internal sealed class Hold : ITracked
    {
        private static readonly OperationPool s_pool = OperationPools.Create(typeof(Hold));

        /// <summary>The number of uses that have ended; a valid releaser has the same.</summary>
        private int _version;

        short ITracked.Token => (short)_version;

        Type ITracked.TrackedType => typeof(Releaser);

        internal int Version => _version;

        internal bool IsWriter { get; private set; }

        internal static Hold Rent(bool isWriter)
        {
            Hold hold = s_pool.TryRent<Hold>() ?? new Hold();
            hold.IsWriter = isWriter;
            return hold;
        }

        /// <summary>Ends the hold, and returns the object to its pool. The result says whether it was a writer's.</summary>
        internal bool End(int version)
        {
            bool isWriter = IsWriter;
            OperationTracker.Current?.Consume(this, (short)version);
            if (!Atomic.CompareExchange(ref _version, version + 1, version))
            {
                throw Failures.ReleasedTwice();
            }

            s_pool.Return(this);
            return isWriter;
        }
    }
}
