using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>An operation that a timer or a cancellation may complete. Both are released before it is complete.</summary>
/// <typeparam name="TResult">The result.</typeparam>
internal abstract class TimedOperation<TResult> : RacedOperation<TResult>, ITimed
{
    private static readonly Action<object?> s_cancel = static operation => ((TimedOperation<TResult>)operation!).OnCanceled();

    private Deadline _deadline;
    private CancellationTokenRegistration _registration;

    /// <summary>
    /// For the cancellation's callback: its registration and the token of this use. The use ends after the registration is disposed of,
    /// which waits for a running callback. The callback therefore never sees another use.
    /// </summary>
    private CancellationToken _cancellationToken;
    private short _useToken;

    private protected TimedOperation(OperationPool pool)
        : base(pool)
    {
    }

    void ITimed.Elapse(short token)
    {
        if (TryElapse(token))
        {
            PublishAndRun();
        }
    }

    /// <summary>Called by the timer.</summary>
    /// <returns>As <see cref="Operation{TResult}.TryDecide"/>.</returns>
    private protected abstract bool TryElapse(short token);

    /// <summary>Begins a use, and starts the timer and the registration.</summary>
    /// <param name="milliseconds">The time, or -1.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="options">Where continuations run.</param>
    /// <param name="cancellationToken">The cancellation.</param>
    /// <returns>The use's token.</returns>
    private protected short BeginSetup(
        long milliseconds, TimeProvider timeProvider, TaskCreationOptions options, CancellationToken cancellationToken)
    {
        short token = BeginSetup();
        Apply(options);
        _useToken = token;
        _cancellationToken = cancellationToken;
        try
        {
            _deadline.Start(this, token, milliseconds, timeProvider);
            if (cancellationToken.CanBeCanceled)
            {
                _registration = CancellationCallbacks.Register(s_cancel, this, cancellationToken);
            }
        }
        catch (Exception exception)
        {
            // Thrown by the clock, or by a token whose source was disposed of.
            DecideInSetup(token, exception);
        }

        return token;
    }

    /// <summary>Fails during the setup, on the thread that sets up.</summary>
    private protected void DecideInSetup(short token, object failure)
    {
        if (TryDecide(token, default!, failure))
        {
            LeaveToSetup();
        }
    }

    private protected override void Release()
    {
        // The registration first: this waits for a callback on another thread, which has lost and does nothing.
        _registration.Dispose();
        _registration = default;
        _cancellationToken = default;
        _deadline.Stop();
    }

    private void OnCanceled()
    {
        short token = _useToken;
        if (!IsDecided(token) && TryDecide(token, default!, Failure.Of(_cancellationToken)))
        {
            PublishCanceled();
        }
    }

    /// <summary>Publishes a cancellation, inside the call that cancels.</summary>
    private protected virtual void PublishCanceled() => PublishAndRun();
}
