namespace PooledAwait;

/// <summary>Ends an operation by a CancellationToken or a deadline, and sets both up. Sources, <c>Delay</c>, <c>WaitAsync</c> and the waits
/// for locks and channels each have it as a field; never copied.</summary>
/// <remarks>
/// <code>
/// Begin ─► Start: registers with the token, sets the timer ─► Setup.TryOpen ─► End, by whoever has ended the use
/// </code> The owner decides who ends the use: by the claim on its state word, or under the lock of its queue. Whoever ends it while it is
/// being set up leaves the rest to the thread that sets up. Nothing waits for a callback that is already running, but for the token's on
/// netstandard2.0. A late callback may find the object in another use. It ends that use only if the use's own token is canceled, or its own
/// time is over.
/// </remarks>
internal struct Limits
{
    private static readonly Action<object?> s_cancel = static owner => OnCanceled((ILimited)owner!);

    internal Deadline _deadline;

    /// <summary>Decides who cleans up if the use ends while it is being set up.</summary>
    internal SetupGate _setup;

    /// <summary>The present use. Written after its CancellationToken, and read before it. So a callback may read an older use with a later
    /// CancellationToken, and then ends nothing, but never a later use with an older CancellationToken.</summary>
    private short _use;

    private CancellationToken _cancellationToken;
    private CancellationTokenRegistration _registration;

    /// <summary>Begins a use. Called before any callback can refer to it.</summary>
    internal void Begin(short use, CancellationToken cancellationToken)
    {
        _setup.Begin();
        _cancellationToken = cancellationToken;
        Interleaving.Point();
        Volatile.Write(ref _use, use);
    }

    /// <summary>Starts both; -1 ms is no deadline. Either may end the use before this returns. Throws what the clock throws; on .NET
    /// Framework also if the token's source was disposed of.</summary>
    internal void Start(ILimited owner, long milliseconds, TimeProvider timeProvider)
    {
        if (_cancellationToken.CanBeCanceled)
        {
            _registration = CancellationCallbacks.Register(s_cancel, owner, _cancellationToken);
        }

        _deadline.Start(owner, _use, milliseconds, timeProvider);
    }

    /// <summary>Ends both. Called once per use, before the use can be consumed; nothing here throws.</summary>
    internal void End()
    {
        CancellationTokenRegistration registration = _registration;
        _registration = default;
        _cancellationToken = default;
        CancellationCallbacks.EndQuietly(registration);
        _deadline.Stop();
    }

    /// <summary>The token's callback, for the present use or an earlier one.</summary>
    internal static void OnCanceled(ILimited owner)
    {
        ref Limits limits = ref owner.Limits;
        Interleaving.Point();
        short use = Volatile.Read(ref limits._use);
        CancellationToken cancellationToken = limits._cancellationToken;
        if (cancellationToken.IsCancellationRequested)
        {
            owner.Cancel(use, cancellationToken);
        }
    }
}

/// <summary>The owner. Both calls name the use that they end; the object may be in another use by now.</summary>
internal interface ILimited
{
    ref Limits Limits { get; }

    /// <summary>The token of a use is canceled.</summary>
    void Cancel(short use, CancellationToken cancellationToken);

    /// <summary>The time of a use is over.</summary>
    void Elapse(short use);
}

/// <summary>Decides between the thread that sets up a use and one that ends the use meanwhile: the second of the two does what remains to
/// be done. Open by default. A field, never copied.</summary>
internal struct SetupGate
{
    private const int Open = 0;
    private const int SettingUp = 1;
    private const int EndedEarly = 2;

    private int _state;

    internal void Begin() => _state = SettingUp;

    /// <summary>The setup is over. Returns false if the use has ended meanwhile, and then the caller does the rest. The exchange releases
    /// what was set up, and acquires what another thread has written before it ended the use.</summary>
    internal bool TryOpen() => Atomic.CompareExchange(ref _state, Open, SettingUp);

    /// <summary>If the setup is still running, leaves the cleanup to its thread and returns true. Mostly the setup is over, and the read
    /// alone says so; no new one can begin before the use ends.</summary>
    internal bool LeaveToSetup() =>
        Atomic.Read(ref _state) == SettingUp && Atomic.CompareExchange(ref _state, EndedEarly, SettingUp);
}

/// <summary>The deadline of an owner's uses, one use after the other. On the system clock it keeps one timer of the framework and sets it
/// for each use, which allocates nothing. A timer of another clock serves one use, because such a clock may call back late for a use that
/// is over. A field of the owner; never copied.</summary>
/// <remarks>A callback may still be on its way when its use is over and the next one has begun. That of another clock's timer names its
/// use, which the owner compares. That of the kept timer can't: it asks the clock, and ends the present use only if that use's time is
/// over. Otherwise it was late, or early by this clock, and sets the timer once more.</remarks>
internal struct Deadline
{
    private const long None = long.MaxValue;

    private static readonly TimerCallback s_onTimer = static owner => OnTimer((ILimited)owner!);
    private static readonly TimerCallback s_onOtherTimer = static use => ((Use)use!).Elapse();

    /// <summary>The timer of the system clock, created at the first use that needs it and kept.</summary>
    internal ITimer? _timer;

    /// <summary>The timer of another clock, for this use; else null.</summary>
    private ITimer? _otherTimer;

    /// <summary>When the time of the present use is over, by <see cref="MonotonicClock"/>; <see cref="None"/> while <see cref="_timer"/>
    /// isn't set, once there is one. Written by the thread that starts or ends the use.</summary>
    internal long _due;

    /// <summary>The last use that set <see cref="_timer"/>. Written after <see cref="_due"/>, and read before it. A callback reads the
    /// token and then the due time. If that time has passed, it may end the use: either the time is the use's, or the use has ended
    /// already, and nothing happens.</summary>
    private short _token;

    /// <summary>Starts the time, 0 to 2^32 - 2 ms; -1 for no deadline. It may be over before this returns.</summary>
    internal void Start(ILimited owner, short token, long milliseconds, TimeProvider timeProvider)
    {
        if (milliseconds == Timeout.Infinite)
        {
            return;
        }

        if (milliseconds == 0)
        {
            owner.Elapse(token);
        }
        else if (ReferenceEquals(timeProvider, TimeProvider.System))
        {
            _timer ??= UnflowedTimer.Create(timeProvider, s_onTimer, owner);
            Interleaving.Point();
            Volatile.Write(ref _due, MonotonicClock.Milliseconds + milliseconds);
            Volatile.Write(ref _token, token);
            UnflowedTimer.Set(_timer, milliseconds);
        }
        else
        {
            // Stored before it is started, because it may call back at once.
            _otherTimer = UnflowedTimer.Create(timeProvider, s_onOtherTimer, new Use(owner, token));
            _otherTimer.Change(TimeSpan.FromMilliseconds(milliseconds), Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Ends the time, if there is one. A callback on its way still comes. Exceptions are only reported.</summary>
    internal void Stop()
    {
        UninterruptedWait wait = default;
        try
        {
            if (_timer is not null && _due != None)
            {
                Volatile.Write(ref _due, None);
                UnflowedTimer.Set(_timer, Timeout.Infinite);
            }

            if (_otherTimer is { } otherTimer)
            {
                _otherTimer = null;
                try
                {
                    otherTimer.Dispose();
                }
                catch (ThreadInterruptedException)
                {
                    // The thread was interrupted at a lock of the other clock, whose timer is still set.
                    wait.Keep();
                    otherTimer.Dispose();
                }
            }
        }
        catch (ThreadInterruptedException)
        {
            // The second Dispose threw it as well: that clock always does.
            wait.Keep();
        }
        catch (Exception exception)
        {
            UnobservedExceptions.Report(exception);
        }

        // If the thread was interrupted, the caller's next wait throws.
        wait.End();
    }

    /// <summary>The callback of the kept timer, for the present use or an earlier one.</summary>
    internal static void OnTimer(ILimited owner)
    {
        ref Deadline deadline = ref owner.Limits._deadline;
        long due;
        do
        {
            Interleaving.Point();
            short token = Volatile.Read(ref deadline._token);
            due = Volatile.Read(ref deadline._due);
            long left = due - MonotonicClock.Milliseconds;
            if (left <= 0)
            {
                owner.Elapse(token);
                return;
            }

            try
            {
                UnflowedTimer.Set(deadline._timer!, due == None ? Timeout.Infinite : left);
            }
            catch (Exception exception)
            {
                // Nothing would call back again, so the time ends early rather than never. If the use is already over, this does nothing.
                UnobservedExceptions.Report(exception);
                owner.Elapse(token);
                return;
            }
        }
        while (due != Volatile.Read(ref deadline._due)); // else this has replaced the time of the next use
    }

    private sealed class Use(ILimited owner, short token)
    {
        internal void Elapse() => owner.Elapse(token);
    }
}

/// <summary>Times as timers take them: whole milliseconds up to 49 days, as for Task.Delay and Task.WaitAsync.</summary>
internal static class Timeouts
{
    private const long Longest = uint.MaxValue - 1;

    /// <summary>The time in milliseconds, fractions cut off; -1 for an infinite one.</summary>
    internal static long Validate(TimeSpan time, string parameter)
    {
        long milliseconds = (long)time.TotalMilliseconds;
        if (milliseconds is < Timeout.Infinite or > Longest)
        {
            throw Failures.TimeOutOfRange(parameter);
        }

        return milliseconds;
    }
}

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
