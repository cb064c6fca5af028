using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>One wait: a pooled operation, and an entry in the queue of what it waits for.</summary>
/// <remarks>
/// <code>
/// Prepare ─► under the lock ┬─► TryTake or End at once ──────────────────────────────────┬─► Publish
///                           └─► Begin: pending ─► Arm ─► WaiterQueue.End, by any thread ─┘
/// </code>
/// <para>
/// A wait is pending while <see cref="_queue"/> is set. A release, a cancellation, a timeout or a disposal ends it: the first
/// of them takes it out of the queue under the lock, and publishes when it has left the lock. So a canceled wait has taken nothing,
/// and a release never has to look for another waiter.
/// </para>
/// <para>
/// The token's callback and the timer are set up while the wait is in the queue. A thread that ends the wait meanwhile leaves the
/// publication to the thread that sets up, because a published wait may be consumed and serve another use.
/// </para>
/// <para>
/// Nothing waits for a callback that is on its way. A late one finds the object in another use, and ends that only if its token is canceled
/// too, or, for a timer, if it is the use that the timer was set for. The queue's lock makes that test and the end one step.
/// </para>
/// </remarks>
/// <typeparam name="TResult">The result of the wait.</typeparam>
internal sealed class QueuedWaiter<TResult> : Operation<TResult>, ITimed, IEndedWait
{
    private static readonly Action<object?> s_cancel = static waiter => ((QueuedWaiter<TResult>)waiter!).GiveUp(Failure.Canceled, token: 0);

    /// <summary>The neighbours in the queue; the <see cref="WaiterQueue{TResult}"/>'s.</summary>
    internal QueuedWaiter<TResult>? _next;
    internal QueuedWaiter<TResult>? _previous;

    private readonly Action<TResult>? _onFailed;

    /// <summary>
    /// Set while the wait is pending; written under that queue's lock. The other fields belong to the renting thread before that, and to
    /// the publishing thread after it.
    /// </summary>
    private WaiterQueue<TResult>? _queue;

    /// <summary>
    /// Null; <see cref="Failure.Canceled"/> for the wait's own token; <see cref="WaiterQueue{TResult}.Disposed"/>; or another failure, as
    /// <see cref="Failure"/> makes it.
    /// </summary>
    private object? _failure;

    private long _milliseconds;
    private CancellationToken _cancellationToken;
    private CancellationTokenRegistration _registration;
    private Deadline _deadline;

    /// <summary>Whether the thread that sets up the cancellation and the timeout publishes the end; guarded by the lock.</summary>
    private bool _isArming;

    private bool _runsContinuationsInline;

    /// <summary>Creates a waiter; see <see cref="WaiterQueue{TResult}"/>.</summary>
    internal QueuedWaiter(OperationPool pool, Action<TResult>? onFailed)
        : base(pool) => _onFailed = onFailed;

    /// <summary>What the wait has brought along; then its result.</summary>
    internal TResult Result => _result;

    IEndedWait? IEndedWait.NextEnded { get; set; }

    ref Deadline ITimed.Deadline => ref _deadline;

    private bool IsArmed => _milliseconds != Timeout.Infinite || _cancellationToken.CanBeCanceled;

    /// <summary>Begins a use.</summary>
    /// <param name="result">What the wait brings along.</param>
    /// <param name="milliseconds">The timeout; -1 for none.</param>
    /// <param name="runContinuationsInline">
    /// Whether the releasing thread runs the continuation. A cancellation never does, so a wait that can be canceled ignores it.
    /// </param>
    /// <param name="cancellationToken">Ends the wait.</param>
    internal void Prepare(TResult result, long milliseconds, bool runContinuationsInline, CancellationToken cancellationToken)
    {
        _result = result;
        _milliseconds = milliseconds;
        _cancellationToken = cancellationToken;
        _isArming = IsArmed;
        _runsContinuationsInline = runContinuationsInline && !_isArming;
        if (!_runsContinuationsInline)
        {
            Apply(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    /// <summary>Leaves the lock, and sets up the cancellation and the timeout, or publishes what has ended already.</summary>
    internal void Start(WaiterLock gate)
    {
        bool isPending = _queue is not null;
        bool isArming = _isArming;
        gate.Exit();
        if (!isPending)
        {
            Publish();
        }
        else if (isArming)
        {
            Arm(gate);
        }
    }

    /// <summary>The waiter is queued; called by the queue, under the lock.</summary>
    internal void Begin(WaiterQueue<TResult> queue) => _queue = queue;

    /// <summary>Takes what the wait takes, if it is there; under the lock, as the next two.</summary>
    internal bool TryTake(Taking<TResult> tryTake) => tryTake(ref _result);

    internal void SetResult(TResult result) => _result = result;

    /// <summary>Ends the wait; when the waiter is in no queue.</summary>
    /// <param name="failure">Null; or why there is no result.</param>
    /// <returns>Whether the caller publishes it.</returns>
    internal bool End(object? failure)
    {
        _failure = failure;
        _queue = null;
        return !_isArming;
    }

    /// <inheritdoc/>
    public void Publish()
    {
        if (_failure is { } failure)
        {
            _failure = null;
            _onFailed?.Invoke(_result);
            _result = default!;
            SetFailure(ReferenceEquals(failure, Failure.Canceled) ? Failure.Of(_cancellationToken)
                : ReferenceEquals(failure, WaiterQueue<TResult>.Disposed) ? Failures.Disposed(TrackedType)
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

    void ITimed.Elapse(short token) => GiveUp(Failure.TimedOut, token);

    [SuppressMessage("Design", "CA1031", Justification = "The exception is the outcome of the wait.")]
    private void Arm(WaiterLock gate)
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
        bool hasEnded = _queue is null;
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
        if (Atomic.Read(ref _queue) is not { } queue)
        {
            return;
        }

        queue.Lock.Enter();

        // Under the lock of the present queue, everything read here is of the present use, which is pending and stays so.
        if (ReferenceEquals(_queue, queue)
            && (ReferenceEquals(failure, Failure.Canceled) ? _cancellationToken.IsCancellationRequested : Token == token))
        {
            // Others may have waited behind this one only, as readers behind a writer.
            queue.End(this, failure);
            queue.Admit();
        }

        queue.Lock.Exit();
    }
}
