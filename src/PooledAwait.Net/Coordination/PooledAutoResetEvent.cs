namespace PooledAwait;

/// <summary>An event that lets one waiter through for each signal, without blocking a thread and without an allocation.</summary>
/// <remarks>Waiters are released in the order of their calls and resume through the thread pool or on their scheduling context. A signal
/// without a waiter is kept until the next wait; further signals are lost, as with <see cref="AutoResetEvent"/>. Thread-safe.</remarks>
/// <example><code>
/// private readonly PooledAutoResetEvent _arrived = new(initialState: false);
///
/// async PooledValueTask ConsumeAsync(CancellationToken token)
/// {
///     while (true)
///     {
///         await _arrived.WaitAsync(token);
///         await ReadAsync(stream);
///     }
/// }
/// </code></example>
[DebuggerDisplay("IsSet = {IsSet}")]
public sealed class PooledAutoResetEvent : PooledWaitHandle
{
    private static readonly OperationPool s_waiters = OperationPools.Create(typeof(PooledAutoResetEvent), typeof(QueuedWaiter<VoidResult>));

    /// <summary>False while a waiter is queued. Written under the lock.</summary>
    private bool _isSet;

    /// <summary>Creates an event.</summary>
    /// <param name="initialState">Whether the event is signaled at first.</param>
    public PooledAutoResetEvent(bool initialState = false)
        : base(s_waiters) => _isSet = initialState;

    /// <summary>Whether the next wait will end at once.</summary>
    public bool IsSet => Volatile.Read(ref _isSet);

    /// <summary>Releases the first waiter; without one, the next wait ends at once.</summary>
    public void Set() => Write(ref _isSet, true);

    /// <summary>Resets the event.</summary>
    public void Reset() => Write(ref _isSet, false);

    private protected override bool TryTake()
    {
        bool isSet = _isSet;
        _isSet = false;
        return isSet;
    }
}
