namespace PooledAwait;

/// <summary>A value that an async method makes once, when it is first needed: <see cref="Lazy{T}"/> for async methods. No matter how many
/// callers wait for it, the factory runs once; none of them blocks a thread or allocates.</summary>
/// <remarks>The factory runs on the first caller's thread, until it suspends. A caller's cancellation or timeout ends that caller's wait,
/// not the factory. Waiters resume through the thread pool or on their scheduling context. All members may be called by any thread. A
/// factory that waits for its own value waits for ever, unless that wait has a timeout or a token.</remarks>
/// <example><code>
/// private readonly PooledLazy&lt;int&gt; _header = new(static async () =&gt; await ReadAsync(stream));
///
/// async PooledValueTask&lt;bool&gt; IsNewAsync(CancellationToken token) =&gt; await _header.GetValueAsync(token) == 2;
/// </code></example>
[DebuggerDisplay("IsValueCreated = {IsValueCreated}")]
public sealed class PooledLazy<T> : IDisposable
{
    private static readonly OperationPool s_waiters = OperationPools.Create(typeof(PooledLazy<T>), typeof(QueuedWaiter<T>));

    private readonly bool _retryFailures;

    /// <summary>Closed by a failure that is kept.</summary>
    private readonly WaiterQueue<T> _waiters;

    /// <summary>Null once the factory has run for the last time.</summary>
    private Func<PooledValueTask<T>>? _factory;

    private T _value = default!;

    /// <summary>Written under the lock; the value is written before.</summary>
    private bool _isCreated;

    /// <summary>Whether the factory runs, or will; guarded by the lock.</summary>
    private bool _isRunning;

    /// <summary>The factory that the first caller to take it from here starts, outside of the lock; otherwise null.</summary>
    private Func<PooledValueTask<T>>? _starting;

    /// <summary>Creates a lazy value.</summary>
    /// <param name="factory">Makes the value.</param>
    /// <param name="retryFailures">Whether the factory runs again for the next caller after it has failed. Otherwise its failure is kept,
    /// and every caller gets it. The callers that waited for a failed run get its failure either way.</param>
    /// <exception cref="ArgumentNullException">The factory is null.</exception>
    public PooledLazy(Func<PooledValueTask<T>> factory, bool retryFailures = false)
    {
        Failures.ThrowIfNull(factory);
        _waiters = new(s_waiters, TryTake);
        _factory = factory;
        _retryFailures = retryFailures;
    }

    /// <summary>Whether the value is there.</summary>
    public bool IsValueCreated => Volatile.Read(ref _isCreated);

    /// <summary>Gets the value if it is there; starts nothing.</summary>
    /// <param name="value">The value.</param>
    /// <returns>Whether it is there.</returns>
    public bool TryGetValue([MaybeNullWhen(false)] out T value)
    {
        bool isCreated = IsValueCreated;
        value = isCreated ? _value : default;
        return isCreated;
    }

    /// <summary>Gets the value; the first call starts the factory.</summary>
    /// <param name="cancellationToken">Ends this wait with an <see cref="OperationCanceledException"/>. A kept outcome needs no
    /// wait.</param>
    /// <returns>A task whose result is the value. Await it once.</returns>
    public PooledValueTask<T> GetValueAsync(CancellationToken cancellationToken = default) =>
        GetValueAsync(Timeout.Infinite, cancellationToken);

    /// <summary>Gets the value; the first call starts the factory.</summary>
    /// <inheritdoc cref="PooledWaitHandle.WaitAsync(TimeSpan, CancellationToken)"/>
    /// <returns>A task whose result is the value. Await it once.</returns>
    public PooledValueTask<T> GetValueAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        GetValueAsync(Timeouts.Validate(timeout, nameof(timeout)), cancellationToken);

    /// <summary>Fails all waiters, and later calls while there is no value, with an <see cref="ObjectDisposedException"/>. The factory is
    /// not stopped, and the value is not disposed of.</summary>
    public void Dispose() => _waiters.Dispose();

    /// <summary>Takes the value. If there is none, provides the factory, which the caller that would wait then starts.</summary>
    private bool TryTake(ref T value)
    {
        if (!_isCreated && !_isRunning && !_waiters.IsDisposed)
        {
            _starting = _factory;
            _isRunning = _factory is not null;
        }

        value = _value;
        return _isCreated;
    }

    private PooledValueTask<T> GetValueAsync(long milliseconds, CancellationToken cancellationToken)
    {
        if (TryGetValue(out T? value))
        {
            return new PooledValueTask<T>(value);
        }

        if (_waiters.IsClosed)
        {
            // A kept failure is returned like a value, without a wait that the token could cancel.
            cancellationToken = default;
        }

        PooledValueTask<T> task = _waiters.WaitAsync(milliseconds, cancellationToken);
        if (Interlocked.Exchange(ref _starting, null) is { } factory)
        {
            RunAsync(factory).Forget();
        }

        return task;
    }

    private async PooledValueTask RunAsync(Func<PooledValueTask<T>> factory)
    {
        T value = default!;
        object? failure = null;
        try
        {
            value = await factory().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            failure = Failure.Capture(exception);
        }

        _waiters.Lock.Enter();
        _isRunning = false;
        if (failure is null)
        {
            _value = value;

            // A release, so that a thread that sees this without the lock also sees the value.
            Volatile.Write(ref _isCreated, true);
            _waiters.Admit();
        }
        else if (_retryFailures || _waiters.IsDisposed)
        {
            _waiters.FailAll(failure);
        }
        else
        {
            _waiters.Close(failure);
        }

        if (!_retryFailures || failure is null)
        {
            _factory = null;
        }

        _waiters.Lock.Exit();
    }
}
