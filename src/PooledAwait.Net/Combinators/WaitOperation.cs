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
    /// For the cancellation's callback, which may still be on its way when its use is over and the next one has begun: it cancels the
    /// present use only if that use's token is canceled.
    /// </summary>
    private CancellationToken _cancellationToken;

    /// <summary>The use. Written after its <see cref="_cancellationToken"/>, and read before, as in <see cref="Deadline"/>.</summary>
    private short _useToken;

    private protected TimedOperation(OperationPool pool)
        : base(pool)
    {
    }

    ref Deadline ITimed.Deadline => ref _deadline;

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
        _cancellationToken = cancellationToken;
        Volatile.Write(ref _useToken, token);
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
        CancellationCallbacks.EndQuietly(_registration);
        _registration = default;
        _cancellationToken = default;
        _deadline.Stop();
    }

    internal void OnCanceled()
    {
        short token = Volatile.Read(ref _useToken);
        CancellationToken cancellationToken = _cancellationToken;
        if (cancellationToken.IsCancellationRequested
            && !IsDecided(token)
            && TryDecide(token, default!, Failure.Of(cancellationToken)))
        {
            PublishCanceled();
        }
    }

    /// <summary>Publishes a cancellation, inside the call that cancels.</summary>
    private protected virtual void PublishCanceled() => PublishAndRun();
}

/// <summary>Waits for one input, for a time or until a cancellation.</summary>
/// <typeparam name="T">The input's result; <see cref="VoidResult"/> if it has none.</typeparam>
[PublicName("PooledValueTask.WaitAsync")]
internal sealed class WaitOperation<T> : TimedOperation<T>, IInputObserver<T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WaitOperation<T>));

    private WaitOperation()
        : base(s_pool)
    {
    }

    /// <summary>Waits for a task that is not complete.</summary>
    /// <param name="task">The task.</param>
    /// <param name="milliseconds">The time, or -1.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="options">Where continuations run.</param>
    /// <param name="cancellationToken">The cancellation.</param>
    internal static PooledValueTask<T> Start(
        in PooledValueTask<T> task,
        long milliseconds,
        TimeProvider timeProvider,
        TaskCreationOptions options,
        CancellationToken cancellationToken)
    {
        WaitOperation<T> wait = s_pool.TryRent<WaitOperation<T>>() ?? new WaitOperation<T>();
        short token = wait.BeginSetup(milliseconds, timeProvider, options, cancellationToken);
        object? mistake = Listener<T>.Listen(task, 0, wait, token);

        // There is one input, and its own message says more.
        wait.EndSetup(token, (mistake as Exception)?.InnerException ?? mistake);
        return new PooledValueTask<T>(wait, default!, token);
    }

    internal override bool MayHaveSeveralErrors => true;

    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure)
    {
        if (TryDecide(token, result, failure))
        {
            return TryEnd() ? this : null;
        }

        if (failure is not null)
        {
            Failure.ReportUnobserved(failure);
        }

        return null;
    }

    private protected override bool TryElapse(short token) => TryDecide(token, default!, Failure.TimedOut);
}
