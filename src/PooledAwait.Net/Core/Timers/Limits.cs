using System;
using System.Threading;

namespace PooledAwait;

/// <summary>
/// What may end an owner's use besides its producer: a token and a time, with the setup of both. Sources, <c>Delay</c>, <c>WaitAsync</c>
/// and the waits for locks and channels each have one. A field of the owner; never copied.
/// </summary>
/// <remarks>
/// <code>
/// Begin ─► Start: registers with the token, sets the timer ─► Setup.TryOpen ─► End, by whoever has ended the use
/// </code>
/// The owner decides who ends the use: by the claim on its state word, or under the lock of its queue. Whoever ends it while it is being
/// set up leaves the rest to the thread that sets up. Nothing waits for a callback that is on its way. A late one may find the object in
/// another use, and ends that only if that use's own token is canceled, or its own time is over.
/// </remarks>
internal struct Limits
{
    private static readonly Action<object?> s_cancel = static owner => OnCanceled((ILimited)owner!);

    internal Deadline _deadline;

    /// <summary>Whether the thread that sets up has come to its end.</summary>
    internal SetupGate _setup;

    /// <summary>
    /// The present use. Written after its token, and read before: a callback may read an older use with a later token, and then ends
    /// nothing, but never a later use with an older token.
    /// </summary>
    private short _use;

    private CancellationToken _cancellationToken;
    private CancellationTokenRegistration _registration;

    /// <summary>Begins a use; before any callback can know it.</summary>
    internal void Begin(short use, CancellationToken cancellationToken)
    {
        _setup.Begin();
        _cancellationToken = cancellationToken;
        Volatile.Write(ref _use, use);
    }

    /// <summary>Starts both. Either may end the use before this returns.</summary>
    /// <param name="owner">Whose field this is.</param>
    /// <param name="milliseconds">The time; -1 for none.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <exception cref="Exception">The clock threw, or on .NET Framework the token's source is disposed of.</exception>
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
        short use = Volatile.Read(ref limits._use);
        CancellationToken cancellationToken = limits._cancellationToken;
        if (cancellationToken.IsCancellationRequested)
        {
            owner.Cancel(use, cancellationToken);
        }
    }
}

/// <summary>The owner of <see cref="PooledAwait.Limits"/>.</summary>
internal interface ILimited : ITimed
{
    /// <summary>The owner's limits, a field.</summary>
    ref Limits Limits { get; }

    /// <summary>The token of a use is canceled; the object may be in another use by now.</summary>
    void Cancel(short use, CancellationToken cancellationToken);
}

/// <summary>
/// Decides between the thread that sets up a use and one that ends the use meanwhile: the second of the two does what remains to be done.
/// Open by default. A field, never copied.
/// </summary>
internal struct SetupGate
{
    private const int Open = 0;
    private const int SettingUp = 1;
    private const int EndedEarly = 2;

    private int _state;

    internal void Begin() => _state = SettingUp;

    /// <summary>
    /// The setup is over. The exchange releases what was set up, and acquires what another thread has written before it ended the use.
    /// </summary>
    /// <returns>False if the use has ended meanwhile: the rest is the caller's to do.</returns>
    internal bool TryOpen() => Atomic.CompareExchange(ref _state, Open, SettingUp);

    /// <summary>Leaves the rest to the thread that sets up, while it does.</summary>
    /// <remarks>A read finds most setups over, and no new one can begin before the use is over.</remarks>
    internal bool LeaveToSetup() =>
        Atomic.Read(ref _state) == SettingUp && Atomic.CompareExchange(ref _state, EndedEarly, SettingUp);
}
