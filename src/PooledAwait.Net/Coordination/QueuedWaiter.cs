using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>One wait: a pooled operation, and an entry in the queue of its owner.</summary>
/// <remarks>
/// <code>
/// Rent ─► under the owner's lock ┬─► End or Fail at once ────────────────────────────────────────┬─► Publish
///                                └─► WaiterQueue.Add: pending ─► Arm ─► End or Fail by any thread ─┘
/// </code>
/// <para>
/// A wait is pending while <see cref="_owner"/> is set. A release, a cancellation, a timeout or the owner's disposal ends it: the first
/// of them takes it out of the queue under the owner's lock, and publishes when it has left the lock. So a canceled wait has taken nothing,
/// and a release never has to look for another waiter.
/// </para>
/// <para>
/// The token's callback and the timer are set up while the wait is in the queue. A thread that ends the wait meanwhile leaves the
/// publication to the thread that sets up, because a published wait may be consumed and serve another use.
/// </para>
/// <para>
/// Nothing waits for a callback that is on its way. A late one finds the object in another use, and ends that only if its token is canceled
/// too, or, for a timer, if it is the use that the timer was set for. The owner's lock makes that test and the end one step.
/// </para>
/// </remarks>
/// <typeparam name="TResult">The result of the wait.</typeparam>
internal class QueuedWaiter<TResult> : Operation<TResult>, ITimed
{
    private static readonly Action<object?> s_cancel = static waiter => ((QueuedWaiter<TResult>)waiter!).GiveUp(Failure.Canceled, token: 0);

    /// <summary>The neighbours in the queue; the <see cref="WaiterQueue{TResult}"/>'s.</summary>
    internal QueuedWaiter<TResult>? _next;
    internal QueuedWaiter<TResult>? _previous;

    /// <summary>
    /// Set while the wait is pending; written under that owner's lock. The other fields belong to the renting thread before that, and to
    /// the publishing thread after it.
    /// </summary>
    private IWaiterOwner<TResult>? _owner;

    /// <summary>
    /// Null; <see cref="Failure.Canceled"/> for the wait's own token; <see cref="Waiters.Disposed"/>; or another failure, as
    /// <see cref="Failure"/> makes it.
    /// </summary>
    private object? _failure;

    private long _milliseconds;
    private CancellationToken _cancellationToken;
    private CancellationTokenRegistration _registration;
    private Deadline _deadline;

    /// <summary>Whether the thread that sets up the cancellation and the timeout publishes the end; guarded by the owner's lock.</summary>
    private bool _isArming;

    private bool _runsContinuationsInline;

    private protected QueuedWaiter(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>The owner's mark, by which it tells kinds of waiters apart.</summary>
    internal int Tag { get; set; }

    /// <summary>Whether the token was canceled before the wait began; for the thread that rents the waiter.</summary>
    internal bool IsCanceled => _failure is not null;

    /// <summary>The task of the wait; before any other code has it.</summary>
    internal PooledValueTask<TResult> Task => new(this, default!, Token);

    /// <summary>Rents a waiter. The caller enters the lock, ends the wait or queues the waiter, and calls <see cref="Start"/>.</summary>
    /// <param name="pool">The owner's pool.</param>
    /// <param name="milliseconds">The timeout; -1 for none.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <param name="runContinuationsInline">As in <see cref="Prepare"/>.</param>
    internal static QueuedWaiter<TResult> Rent(
        OperationPool pool, long milliseconds, CancellationToken cancellationToken, bool runContinuationsInline = false)
    {
        QueuedWaiter<TResult> waiter = pool.TryRent<QueuedWaiter<TResult>>() ?? new QueuedWaiter<TResult>(pool);
        waiter.Prepare(milliseconds, runContinuationsInline, cancellationToken);
        return waiter;
    }

    /// <summary>Begins a use.</summary>
    /// <param name="milliseconds">The timeout; -1 for none.</param>
    /// <param name="runContinuationsInline">
    /// Whether the releasing thread runs the continuation. A cancellation never does, so a wait that can be canceled ignores it.
    /// </param>
    /// <param name="cancellationToken">Ends the wait.</param>
    internal void Prepare(long milliseconds, bool runContinuationsInline, CancellationToken cancellationToken)
    {
        _milliseconds = milliseconds;
        _cancellationToken = cancellationToken;
        _isArming = IsArmed;
        _failure = cancellationToken.IsCancellationRequested ? Failure.Canceled : null;
        _runsContinuationsInline = runContinuationsInline && !_isArming;
        if (!_runsContinuationsInline)
        {
            Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    /// <summary>Leaves the owner's lock, and sets up the cancellation and the timeout, or publishes what has ended already.</summary>
    internal void Start(ref WaiterLock gate)
    {
        bool isPending = _owner is not null;
        bool isArming = _isArming;
        gate.Exit();
        if (!isPending)
        {
            Publish();
        }
        else if (isArming)
        {
            Arm(ref gate);
        }
    }

    /// <summary>Gives the waiter back, because there is nothing to wait for; instead of <see cref="Start"/>, outside of the lock.</summary>
    internal void Abandon()
    {
        OnAbandoned();
        _failure = null;
        Publish();
        GetResult(Token);
    }

    /// <summary>The waiter is queued; called by the queue, under the lock.</summary>
    internal void Begin(IWaiterOwner<TResult> owner) => _owner = owner;

    /// <summary>Ends the wait; under the lock, when the waiter is in no queue.</summary>
    /// <returns>Whether the caller publishes it.</returns>
    internal bool End(TResult result)
    {
        _result = result;
        _owner = null;
        return !_isArming;
    }

    /// <summary>Ends the wait with a failure; as <see cref="End"/>.</summary>
    internal bool Fail(object failure)
    {
        _failure = failure;
        _owner = null;
        return !_isArming;
    }

    /// <summary>Publishes the end of the wait; once, outside of the lock.</summary>
    internal void Publish()
    {
        if (_failure is { } failure)
        {
            _failure = null;
            OnAbandoned();
            SetFailure(ReferenceEquals(failure, Failure.Canceled) ? Failure.Of(_cancellationToken)
                : ReferenceEquals(failure, Waiters.Disposed) ? Waiters.ToException(TrackedType)
                : failure);
        }

        if (IsArmed)
        {
            CancellationCallbacks.EndQuietly(_registration);
            _registration = default;
            _cancellationToken = default;
            _deadline.Stop();
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

    ref Deadline ITimed.Deadline => ref _deadline;

    void ITimed.Elapse(short token) => GiveUp(Failure.TimedOut, token);

    /// <summary>The wait has failed, or was not needed: a derived class drops what the owner has given it.</summary>
    private protected virtual void OnAbandoned()
    {
    }

    private bool IsArmed => _milliseconds != Timeout.Infinite || _cancellationToken.CanBeCanceled;

    [SuppressMessage("Design", "CA1031", Justification = "The exception is the outcome of the wait.")]
    private void Arm(ref WaiterLock gate)
    {
        short token = Token;
        try
        {
            if (_cancellationToken.CanBeCanceled)
            {
                _registration = CancellationCallbacks.Register(s_cancel, this, _cancellationToken);
            }

            _deadline.Start(this, token, _milliseconds, TimeProvider.System);
        }
        catch (Exception exception)
        {
            // The timer could not be set, or on .NET Framework the token's source was disposed of.
            GiveUp(exception, token);
        }

        gate.Enter();
        _isArming = false;
        bool hasEnded = _owner is null;
        gate.Exit();
        if (hasEnded)
        {
            Publish();
        }
    }

    /// <summary>Ends the wait for a token, a timer or a failed setup, unless it is over.</summary>
    /// <param name="failure">The failure; <see cref="Failure.Canceled"/> for the wait's own token.</param>
    /// <param name="token">The use, unless the token tells.</param>
    private void GiveUp(object failure, short token)
    {
        if (Atomic.Read(ref _owner) is not { } owner)
        {
            return;
        }

        WaiterQueue<TResult> released = default;
        ref WaiterLock gate = ref owner.Lock;
        gate.Enter();

        // Under the lock of the present owner, everything read here is of the present use, which is pending and stays so.
        if (ReferenceEquals(_owner, owner)
            && (ReferenceEquals(failure, Failure.Canceled) ? _cancellationToken.IsCancellationRequested : Token == token))
        {
            owner.Remove(this, ref released);
            released.AddEnded(this, Fail(failure));
        }

        gate.Exit();
        released.Publish();
    }
}
