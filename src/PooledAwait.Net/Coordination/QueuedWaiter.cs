namespace PooledAwait;

/// <summary>One wait: a pooled operation, and an entry in the queue of what it waits for.</summary>
/// <remarks>
/// <code>
/// Prepare ─► under the lock ┬─► TryTake or End at once ──────────────────────────────────┬─► Publish
///                           └─► Begin: pending ─► Start ─► WaiterQueue.End, by any thread ─┘
/// </code>
/// A wait is pending while <see cref="_queue"/> is set. A release, a cancellation, a timeout or a disposal ends it: the first of them takes
/// it out of the queue under the lock, and publishes when it has left the lock. So a canceled wait has taken nothing, and a release never
/// has to look for another waiter. The token's callback and the timer are set up while the wait is in the queue. A thread that ends the
/// wait meanwhile leaves the publication to the thread that sets up, because a published wait may be consumed and serve another use. A late
/// callback names a use, and the queue's lock makes the comparison and the end one step.
/// </remarks>
internal sealed class QueuedWaiter<TResult> : Operation<TResult>, ILimited, IEndedWait
{
    /// <summary>The neighbours in the queue; written by the <see cref="WaiterQueue{TResult}"/>.</summary>
    internal QueuedWaiter<TResult>? _next;
    internal QueuedWaiter<TResult>? _previous;

    private readonly Action<TResult>? _onFailed;

    /// <summary>Set while the wait is pending; written under that queue's lock. The other fields belong to the renting thread before that,
    /// and to the publishing thread after it.</summary>
    private WaiterQueue<TResult>? _queue;

    /// <summary>Null; <see cref="WaiterQueue{TResult}.Disposed"/>; or another failure, as <see cref="Failure"/> makes it.</summary>
    private object? _failure;

    private Limits _limits;

    private bool _isLimited;

    private bool _runsContinuationsInline;

    internal QueuedWaiter(OperationPool pool, Action<TResult>? onFailed)
        : base(pool) => _onFailed = onFailed;

    /// <summary>What the caller passed to the wait; at the end, its result.</summary>
    internal TResult Result { get => _result; set => _result = value; }

    IEndedWait? IEndedWait.NextEnded { get; set; }

    ref Limits ILimited.Limits => ref _limits;

    /// <summary>Begins a use. A timeout of -1 is none. With <paramref name="runContinuationsInline"/> the releasing thread runs the
    /// continuation. A wait that can be canceled ignores it, because a cancellation never runs one.</summary>
    internal void Prepare(TResult result, long milliseconds, bool runContinuationsInline, CancellationToken cancellationToken)
    {
        _result = result;
        _isLimited = milliseconds != Timeout.Infinite || cancellationToken.CanBeCanceled;
        _runsContinuationsInline = runContinuationsInline && !_isLimited;
        if (_isLimited)
        {
            _limits.Begin(Token, cancellationToken);
        }

        if (!_runsContinuationsInline)
        {
            Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    /// <summary>Leaves the lock, and sets up the cancellation and the timeout, or publishes what has ended already.</summary>
    internal void Start(WaiterLock gate, long milliseconds)
    {
        bool isPending = _queue is not null;
        bool isLimited = _isLimited;
        gate.Exit();
        if (!isPending)
        {
            Publish();
        }
        else if (isLimited)
        {
            try
            {
                _limits.Start(this, milliseconds, TimeProvider.System);
            }
            catch (Exception exception)
            {
                // The timer could not be set, or on .NET Framework the token's source was disposed of.
                GiveUp(Token, exception);
            }

            if (!_limits._setup.TryOpen())
            {
                Publish();
            }
        }
    }

    internal void Begin(WaiterQueue<TResult> queue) => _queue = queue;

    /// <summary>Takes what the wait takes, if it is there. Called under the lock, as is the next.</summary>
    internal bool TryTake(Taking<TResult> tryTake) => tryTake(ref _result);

    /// <summary>Ends the wait, when the waiter is in no queue. Returns whether the caller publishes it.</summary>
    internal bool End(object? failure)
    {
        _failure = failure;
        _queue = null;
        return !_isLimited || !_limits._setup.LeaveToSetup();
    }

    public void Publish()
    {
        if (_failure is { } failure)
        {
            _failure = null;
            _onFailed?.Invoke(_result);
            _result = default!;
            SetFailure(ReferenceEquals(failure, WaiterQueue<TResult>.Disposed) ? Failures.Disposed(TrackedType) : failure);
        }

        if (_isLimited)
        {
            _limits.End();
        }

        if (_runsContinuationsInline)
        {
            Trampoline.CompleteAndRun(this);
        }
        else
        {
            Complete();
        }
    }

    void ILimited.Elapse(short use) => GiveUp(use, Failure.TimedOut);

    void ILimited.Cancel(short use, CancellationToken cancellationToken) => GiveUp(use, Failure.Of(cancellationToken));

    /// <summary>Ends the wait of a use, because of a token, a timer or a failed setup; false if it is over.</summary>
    internal bool GiveUp(short use, object failure)
    {
        if (Atomic.Read(ref _queue) is not { } queue)
        {
            return false;
        }

        queue.Lock.Enter();

        // Under the lock of the current queue, everything read here belongs to the current use, which is pending and stays pending.
        bool isPending = ReferenceEquals(_queue, queue) && Token == use;
        if (isPending)
        {
            // Others may have waited only because of this one, as readers do behind a writer.
            queue.End(this, failure);
            queue.Admit();
        }

        queue.Lock.Exit();
        return isPending;
    }
}
