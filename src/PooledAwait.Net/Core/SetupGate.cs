namespace PooledAwait;

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
