using System;
using System.Threading;

namespace PooledAwait;

/// <summary>An operation that a timer or a cancellation may complete. Both are released before it is complete.</summary>
/// <typeparam name="TResult">The result.</typeparam>
internal abstract class TimedOperation<TResult> : RacedOperation<TResult>, ITimed
{
    private static readonly Action<object?> s_cancel = static operation => ((TimedOperation<TResult>)operation!).OnCanceled();

    private Deadline _deadline;
    private CancellationTokenRegistration _registration;

    /// <summary>
    /// For the cancellation's callback: what it is registered with, and the token of this use. Disposing of the registration
    /// waits for a callback on another thread, and precedes the end of the use; so the callback never sees those of another.
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

    /// <summary>The time is over.</summary>
    /// <returns>As <see cref="RacedOperation{TResult}.TryDecide"/>.</returns>
    private protected abstract bool TryElapse(short token);

    /// <summary>Begins a use, and sets the timer and the registration up.</summary>
    /// <param name="milliseconds">The time, or -1.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="cancellationToken">The cancellation.</param>
    /// <returns>The use's token.</returns>
    private protected short BeginSetup(long milliseconds, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        short token = BeginSetup();
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
            // The clock, or the token's source, which may be disposed of.
            DecideInSetup(token, Failure.Of(exception));
        }

        return token;
    }

    /// <summary>Fails while the thread that calls is setting up.</summary>
    private protected void DecideInSetup(short token, object failure)
    {
        if (TryDecide(token, default!, failure))
        {
            LeaveToSetup();
        }
    }

    private protected override void Release()
    {
        // First the registration: a callback on another thread has lost, and is waited for; it does nothing more.
        _registration.Dispose();
        _registration = default;
        _cancellationToken = default;
        _deadline.Stop();
    }

    private void OnCanceled()
    {
        short token = _useToken;
        if (!IsDecided(token) && TryDecide(token, default!, Waits.Cancellation(_cancellationToken)))
        {
            PublishAndRun();
        }
    }
}
