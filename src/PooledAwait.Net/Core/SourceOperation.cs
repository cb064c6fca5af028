namespace PooledAwait;

[PublicName("PooledValueTaskSource<>")]
internal class SourceOperation<TResult> : Operation<TResult>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(SourceOperation<TResult>));

    private SourceOperation()
        : base(s_pool)
    {
    }

    private protected SourceOperation(OperationPool pool)
        : base(pool)
    {
    }

    /// <summary>Rents a pending operation; its <see cref="Operation.Token"/> is the handle's.</summary>
    internal static SourceOperation<TResult> Rent() => s_pool.TryRent<SourceOperation<TResult>>() ?? new SourceOperation<TResult>();

    /// <summary>A time of -1 ms is no deadline.</summary>
    internal static SourceOperation<TResult> Rent(
        TaskCreationOptions options, long milliseconds, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        if (cancellationToken.CanBeCanceled || milliseconds != Timeout.Infinite)
        {
            return LimitedOperation<TResult>.RentStarted(options, milliseconds, timeProvider, cancellationToken);
        }

        SourceOperation<TResult> operation = Rent();
        operation.Apply(options);

        return operation;
    }
}

/// <summary>A source's operation, a <c>Delay</c> or a <c>WaitAsync</c> with a CancellationToken or a deadline.</summary>
/// <remarks>One of the two, or an input, may complete the operation while it is being set up. No handle exists then, so the use lasts, and
/// the thread that sets up ends the token's registration and the timer. Later, the completer ends them before it publishes.</remarks>
internal class LimitedOperation<TResult> : SourceOperation<TResult>, ILimited
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(LimitedOperation<TResult>));

    private Limits _limits;

    private LimitedOperation()
        : base(s_pool)
    {
    }

    private protected LimitedOperation(OperationPool pool)
        : base(pool)
    {
    }

    ref Limits ILimited.Limits => ref _limits;

    ref Deadline ITimed.Deadline => ref _limits._deadline;

    /// <summary>The outcome when the time is over: null, or the failure.</summary>
    private protected virtual object? Elapsed => Failure.TimedOut;

    /// <summary>Rents an operation that is pending, or complete if the token is canceled or the time is over.</summary>
    internal static LimitedOperation<TResult> RentStarted(
        TaskCreationOptions options, long milliseconds, TimeProvider timeProvider, CancellationToken cancellationToken)
    {
        LimitedOperation<TResult> operation = s_pool.TryRent<LimitedOperation<TResult>>() ?? new LimitedOperation<TResult>();
        operation.Begin(options, cancellationToken);
        operation.Start(milliseconds, timeProvider);
        return operation;
    }

    /// <summary>Begins a use, before anything can complete it.</summary>
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

    void ITimed.Elapse(short token)
    {
        if (TryDecide(token, default!, Elapsed))
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

/// <summary>Where the continuations of a source run, in the framework's words.</summary>
internal static class SourceOptions
{
    /// <summary>Throws if a source has no use for the options, as TaskCompletionSource does.</summary>
    internal static TaskCreationOptions Validate(TaskCreationOptions options, string parameter) =>
        options is TaskCreationOptions.None
            or TaskCreationOptions.RunContinuationsAsynchronously
            or (TaskCreationOptions.RunContinuationsAsynchronously | TaskCreationOptions.PreferFairness)
            ? options
            : throw new ArgumentOutOfRangeException(
                parameter, options, "Pass None, RunContinuationsAsynchronously, or that with PreferFairness for the global queue.");

    /// <summary>Throws if a Task has no use for the options: a Task queues its continuations locally, whatever its source wants.</summary>
    internal static TaskCreationOptions ValidateForTask(TaskCreationOptions options, string parameter) =>
        options is TaskCreationOptions.None or TaskCreationOptions.RunContinuationsAsynchronously
            ? options
            : throw new ArgumentOutOfRangeException(
                parameter, options, "Pass None or RunContinuationsAsynchronously. For PreferFairness use a PooledValueTaskSource.");
}
