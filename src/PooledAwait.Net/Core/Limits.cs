namespace PooledAwait;

/// <summary>Ends an operation by a CancellationToken or a deadline, and sets both up. Sources, <c>Delay</c>, <c>WaitAsync</c> and the waits
/// for locks and channels each have it as a field; never copied.</summary>
/// <remarks>
/// <code>
/// Begin ─► Start: registers with the token, sets the timer ─► Setup.TryOpen ─► End, by whoever has ended the use
/// </code> The owner decides who ends the use: by the claim on its state word, or under the lock of its queue. Whoever ends it while it is
/// being set up leaves the rest to the thread that sets up. Nothing waits for a callback that is already running, except on netstandard2.0
/// for the token's. A late callback may find the object in another use. It ends that use only if the use's own token is canceled, or its
/// own time is over.
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

    /// <summary>Registers with the token and starts the deadline; -1 ms is none. Either may end the use before this returns. Throws what
    /// the clock throws; on .NET Framework also if the token's source was disposed of.</summary>
    internal void Start(ILimited owner, long milliseconds, TimeProvider timeProvider)
    {
        if (_cancellationToken.CanBeCanceled)
        {
            _registration = CancellationCallbacks.Register(s_cancel, owner, _cancellationToken);
        }

        _deadline.Start(owner, _use, milliseconds, timeProvider);
    }

    /// <summary>Ends the registration and the deadline. Called once per use, before the use can be consumed; nothing here throws.</summary>
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
