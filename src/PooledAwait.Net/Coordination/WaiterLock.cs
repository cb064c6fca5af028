namespace PooledAwait;

/// <summary>
/// The lock of an owner of waiters: guards the owner's state, its queues and the pending waits in them. A field, never copied.
/// </summary>
/// <remarks>
/// Threads hold it for a few instructions. Under it no code allocates, throws, publishes a result or calls anything that a user wrote. So
/// an interrupted thread never leaves a wait half ended: <see cref="ShortLock"/> keeps the interrupt for the caller's own next wait.
/// </remarks>
internal struct WaiterLock
{
    private ShortLock _lock;

    internal void Enter()
    {
        Interleaving.Point();
        _lock.Enter();
    }

    internal void Exit() => _lock.Exit();
}
