namespace PooledAwait;

/// <summary>An event that is set after some signals: a <see cref="CountdownEvent"/> that neither blocks a thread nor allocates.</summary>
/// <remarks>The last signal releases every waiter, in the order of their calls; they resume through the thread pool or on their scheduling
/// context. All members may be called by any thread.</remarks>
/// <example><code>
/// private readonly PooledCountdownEvent _requests = new(initialCount: 1); // one for the server itself
///
/// async PooledValueTask ServeAsync()
/// {
///     if (_requests.TryAddCount())
///     {
///         await SendAsync(stream);
///         _requests.Signal();
///     }
/// }
///
/// async PooledValueTask ShutDownAsync(TimeSpan grace)
/// {
///     _requests.Signal();
///     await _requests.WaitAsync(grace);
/// }
/// </code></example>
[DebuggerDisplay("CurrentCount = {CurrentCount}")]
public sealed class PooledCountdownEvent : PooledWaitHandle
{
    private static readonly OperationPool s_waiters = OperationPools.Create(typeof(PooledCountdownEvent), typeof(QueuedWaiter<VoidResult>));

    /// <summary>The missing signals; not 0 while a waiter is queued. This field and the next are written under the lock.</summary>
    private int _count;
    private int _initialCount;

    /// <summary>Creates an event.</summary>
    /// <param name="initialCount">How many signals set it; with 0 it is set from the start.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    public PooledCountdownEvent(int initialCount)
        : base(s_waiters)
    {
        Failures.ThrowIfLess(initialCount, least: 0);
        _count = initialCount;
        _initialCount = initialCount;
    }

    /// <summary>How many signals are missing at this moment.</summary>
    public int CurrentCount => Volatile.Read(ref _count);

    /// <summary>The count after the next <see cref="Reset()"/>.</summary>
    public int InitialCount => Volatile.Read(ref _initialCount);

    /// <summary>Whether no signal is missing, so that waits end at once.</summary>
    public bool IsSet => CurrentCount == 0;

    /// <summary>Signals; the last signal releases all waiters.</summary>
    /// <param name="signalCount">How many signals; at least one.</param>
    /// <returns>Whether the event is set now.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is less than one.</exception>
    /// <exception cref="InvalidOperationException">The event waits for fewer signals than these; nothing was signaled.</exception>
    public bool Signal(int signalCount = 1)
    {
        Failures.ThrowIfLess(signalCount, least: 1);
        _waiters.Lock.Enter();
        int count = _count - signalCount;
        if (count >= 0)
        {
            SetCount(count);
        }

        _waiters.Lock.Exit();
        if (count < 0)
        {
            throw new InvalidOperationException(
                "The event waits for fewer signals than these. Give at most CurrentCount, or call AddCount first.");
        }

        return count == 0;
    }

    /// <summary>Asks for further signals.</summary>
    /// <param name="signalCount">How many; at least one.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is less than one.</exception>
    /// <exception cref="InvalidOperationException">The event is set already, or would count more than 2,147,483,647 signals.</exception>
    public void AddCount(int signalCount = 1)
    {
        if (!TryAddCount(signalCount))
        {
            throw new InvalidOperationException("The event is set already, so nobody would wait for further signals. Reset it first.");
        }
    }

    /// <summary>Asks for further signals, unless the event is set.</summary>
    /// <param name="signalCount">How many; at least one.</param>
    /// <returns>False if the event is set.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The count is less than one.</exception>
    /// <exception cref="InvalidOperationException">The event would count more than 2,147,483,647 signals.</exception>
    public bool TryAddCount(int signalCount = 1)
    {
        Failures.ThrowIfLess(signalCount, least: 1);
        _waiters.Lock.Enter();
        bool isSet = _count == 0;
        bool hasRoom = signalCount <= int.MaxValue - _count;
        if (!isSet && hasRoom)
        {
            _count += signalCount;
        }

        _waiters.Lock.Exit();
        return hasRoom || isSet ? !isSet : throw new InvalidOperationException("The event can't count more than 2,147,483,647 signals.");
    }

    /// <summary>Starts over with the <see cref="InitialCount"/>.</summary>
    public void Reset() => Reset(InitialCount);

    /// <summary>Starts over; with a count of 0, releases all waiters.</summary>
    /// <param name="count">How many signals set the event, now and after the next <see cref="Reset()"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    public void Reset(int count)
    {
        Failures.ThrowIfLess(count, least: 0);
        _waiters.Lock.Enter();
        _initialCount = count;
        SetCount(count);
        _waiters.Lock.Exit();
    }

    private protected override bool TryTake() => _count == 0;

    private protected override bool IsOpen => IsSet;

    private void SetCount(int count)
    {
        _count = count;
        _waiters.Admit();
    }
}
