namespace PooledAwait;

/// <summary>An event that lets all waiters through while it is set, without blocking a thread and without an allocation.</summary>
/// <remarks>One <see cref="Set"/> releases every waiter, in the order of their calls; they resume through the thread pool or on their
/// scheduling context. Waits end at once until <see cref="Reset"/>. A waiter that was released stays released, even if the event is reset
/// before it resumes. All members may be called by any thread.</remarks>
/// <example><code>
/// private readonly PooledManualResetEvent _connected = new(initialState: false);
///
/// async PooledValueTask SendOneAsync(CancellationToken token)
/// {
///     await _connected.WaitAsync(token);
///     await SendAsync(stream);
/// }
/// </code></example>
[DebuggerDisplay("IsSet = {IsSet}")]
public sealed class PooledManualResetEvent : PooledWaitHandle
{
    private static readonly OperationPool s_waiters =
        OperationPools.Create(typeof(PooledManualResetEvent), typeof(QueuedWaiter<VoidResult>));

    /// <summary>False while a waiter is queued. Written under the lock.</summary>
    private bool _isSet;

    /// <summary>Creates an event.</summary>
    /// <param name="initialState">Whether the event is set at first.</param>
    public PooledManualResetEvent(bool initialState = false)
        : base(s_waiters) => _isSet = initialState;

    /// <summary>Whether waits end at once.</summary>
    public bool IsSet => Volatile.Read(ref _isSet);

    /// <summary>Releases all waiters, and lets later waits end at once.</summary>
    public void Set() => Write(ref _isSet, true);

    /// <summary>Resets the event, so that later waits last until the next <see cref="Set"/>.</summary>
    public void Reset() => Write(ref _isSet, false);

    private protected override bool IsOpen => IsSet;

    private protected override bool TryTake() => _isSet;
}
