using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>An operation that a timer or a cancellation may complete. Both are released before it is complete.</summary>
internal abstract class TimedOperation<TResult> : RacedOperation<TResult>, ILimited
{
    private Limits _limits;

    private protected TimedOperation(OperationPool pool)
        : base(pool)
    {
    }

    ref Limits ILimited.Limits => ref _limits;

    ref Deadline ITimed.Deadline => ref _limits._deadline;

    private protected sealed override ref SetupGate Setup => ref _limits._setup;

    /// <summary>Begins a use, and starts the timer and the registration.</summary>
    private protected short BeginSetup(
        long milliseconds, TimeProvider timeProvider, TaskCreationOptions options, CancellationToken cancellationToken)
    {
        short token = Token;
        Apply(options);
        _limits.Begin(token, cancellationToken);
        try
        {
            _limits.Start(this, milliseconds, timeProvider);
        }
        catch (Exception exception)
        {
            if (TryDecide(token, default!, exception))
            {
                _limits._setup.LeaveToSetup();
            }
        }

        return token;
    }

    void ITimed.Elapse(short token)
    {
        if (TryDecide(token, default!, Elapsed))
        {
            PublishAndRun();
        }
    }

    void ILimited.Cancel(short use, CancellationToken cancellationToken)
    {
        if (CanBeginCompletion(use) && TryDecide(use, default!, Failure.Of(cancellationToken)))
        {
            PublishCanceled();
        }
    }

    /// <summary>What it means that the time is over: null, or the failure.</summary>
    private protected virtual object? Elapsed => Failure.TimedOut;

    /// <summary>Publishes a cancellation, inside the call that cancels.</summary>
    private protected virtual void PublishCanceled() => PublishAndRun();

    private protected override void Release() => _limits.End();
}

/// <summary>Waits for one input, for a time or until a cancellation.</summary>
[PublicName("PooledValueTask.WaitAsync")]
internal sealed class WaitOperation<T> : TimedOperation<T>, IInputObserver<T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WaitOperation<T>));

    private WaitOperation()
        : base(s_pool)
    {
    }

    /// <summary>Waits for a task that is not complete.</summary>
    internal static PooledValueTask<T> Start(
        in PooledValueTask<T> task, long milliseconds, TimeProvider timeProvider, TaskCreationOptions options,
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
}
