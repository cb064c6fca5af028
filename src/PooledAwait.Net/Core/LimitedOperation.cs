namespace PooledAwait;

/// <summary>A source's operation, a <c>Delay</c> or a <c>WaitAsync</c> with a CancellationToken or a deadline.</summary>
/// <remarks>The token, the timer or an input may complete the operation while it is being set up. Nobody has a handle then, so the object
/// can't be used again, and the thread that sets up ends registration and timer. Later, the completer ends them before it
/// publishes.</remarks>
internal class LimitedOperation<TResult>(OperationPool pool) : SourceOperation<TResult>(pool), ILimited
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(LimitedOperation<TResult>));

    private Limits _limits;

    ref Limits ILimited.Limits => ref _limits;

    /// <summary>The outcome when the time is over: null, or the failure.</summary>
    private protected virtual object? Elapsed => Failure.TimedOut;

    /// <summary>Rents an operation that is pending, or complete if the token is canceled or the time is over.</summary>
    internal static LimitedOperation<TResult> RentStarted(
        TaskCreationOptions options, long milliseconds, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        LimitedOperation<TResult> operation = s_pool.TryRent<LimitedOperation<TResult>>() ?? new LimitedOperation<TResult>(s_pool);
        operation.Begin(options, cancellationToken);
        try
        {
            operation.Start(milliseconds, timeProvider);
        }
        catch
        {
            // The clock has thrown. A callback may be completing the operation at this moment.
            short token = operation.Token;
            operation.TryFail(token, Failure.Canceled);
            operation.Forget(token);
            throw;
        }

        return operation;
    }

    private protected void Begin(TaskCreationOptions options, CancellationToken cancellationToken)
    {
        Apply(options);
        _limits.Begin(Token, cancellationToken);
    }

    /// <summary>Starts the timer and registers with the token. What the clock throws fails the operation.</summary>
    private protected void StartOrFail(long milliseconds, TimeProvider timeProvider)
    {
        try
        {
            Start(milliseconds, timeProvider);
        }
        catch (Exception exception)
        {
            TryFail(Token, exception);
        }
    }

    /// <summary>Completes a use whose token is canceled, inside the call that cancels.</summary>
    private protected virtual void Cancel(short use, object failure) => TryFail(use, failure);

    void ILimited.Cancel(short use, CancellationToken cancellationToken)
    {
        if (CanBeginCompletion(use))
        {
            Cancel(use, Failure.Of(cancellationToken));
        }
    }

    void ILimited.Elapse(short use)
    {
        if (TryDecide(use, default!, Elapsed))
        {
            Trampoline.CompleteAndRun(this);
        }
    }

    private protected override void EndCancelability()
    {
        if (!_limits._setup.LeaveToSetup())
        {
            _limits.End();
        }
    }

    private void Start(long milliseconds, TimeProvider timeProvider)
    {
        try
        {
            // From here on the callbacks may run at any moment, the first at once and on this thread if the token is canceled already.
            _limits.Start(this, milliseconds, timeProvider);
        }
        catch
        {
            _limits.End();
            throw;
        }

        if (!_limits._setup.TryOpen())
        {
            _limits.End();
        }
    }
}
