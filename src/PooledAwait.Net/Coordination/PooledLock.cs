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
public sealed class PooledLock
{
    /// <summary>Its version is the number of releases so far, which a valid <see cref="Releaser"/> carries.</summary>
    private PermitQueue<Releaser> _permits;

    /// <summary>Creates a free lock.</summary>
    public PooledLock() => _permits = new PermitQueue<Releaser>(permits: 1, maximum: 1, CreateReleaser);

    /// <summary>Whether the lock is held at this moment.</summary>
    public bool IsHeld => _permits.Permits == 0;

    /// <summary>Enters the lock if it is free.</summary>
    /// <param name="releaser">Leaves the lock when it is disposed of; a default instance if the lock is held.</param>
    /// <returns>Whether the lock was entered.</returns>
    public bool TryEnter(out Releaser releaser)
    {
        bool isEntered = _permits.TryTake(out int version);
        releaser = isEntered ? CreateReleaser(version) : default;
        return isEntered;
    }

    /// <summary>Enters the lock, as soon as it is free.</summary>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <returns>A task whose result leaves the lock when it is disposed of. Await it once.</returns>
    public PooledValueTask<Releaser> EnterAsync(CancellationToken cancellationToken = default) =>
        EnterAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Enters the lock, as soon as it is free.</summary>
    /// <param name="timeout">
    /// Ends the wait with a <see cref="TimeoutException"/>: 0 to 4,294,967,294 ms, or <see cref="Timeout.InfiniteTimeSpan"/>.
    /// </param>
    /// <param name="cancellationToken">Ends the wait with an <see cref="OperationCanceledException"/>.</param>
    /// <returns>A task whose result leaves the lock when it is disposed of. Await it once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    public PooledValueTask<Releaser> EnterAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        EnterAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    private PooledValueTask<Releaser> EnterAsync(long milliseconds, CancellationToken cancellationToken)
    {
        if (!cancellationToken.IsCancellationRequested && TryEnter(out Releaser releaser))
        {
            return new PooledValueTask<Releaser>(releaser);
        }

        return _permits.WaitAsync(milliseconds, cancellationToken);
    }

    private void Exit(int version)
    {
        if (!_permits.TryRelease(version))
        {
            throw Failures.ReleasedTwice();
        }
    }

    private Releaser CreateReleaser(int version) => new(this, version);

    /// <summary>Leaves a <see cref="PooledLock"/>. A default instance does nothing.</summary>
    public readonly struct Releaser : IDisposable, IEquatable<Releaser>
    {
        private readonly PooledLock? _lock;
        private readonly int _version;

        internal Releaser(PooledLock owner, int version)
        {
            _lock = owner;
            _version = version;
        }

        /// <summary>Compares two releasers.</summary>
        /// <param name="left">One releaser.</param>
        /// <param name="right">The other.</param>
        public static bool operator ==(Releaser left, Releaser right) => left.Equals(right);

        /// <summary>Compares two releasers.</summary>
        /// <param name="left">One releaser.</param>
        /// <param name="right">The other.</param>
        public static bool operator !=(Releaser left, Releaser right) => !left.Equals(right);

        /// <summary>Leaves the lock, and lets the first waiter enter.</summary>
        /// <exception cref="InvalidOperationException">The lock was already left through this releaser or a copy of it.</exception>
        public void Dispose() => _lock?.Exit(_version);

        /// <inheritdoc/>
        public bool Equals(Releaser other) => ReferenceEquals(_lock, other._lock) && _version == other._version;

        /// <inheritdoc/>
        public override bool Equals(object? obj) => obj is Releaser other && Equals(other);

        /// <inheritdoc/>
        public override int GetHashCode() => _version;
    }
}
