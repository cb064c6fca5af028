namespace PooledAwait;

/// <summary>A waiter that registers for a transfer by reference: it keeps no handle of what it waits for.</summary>
internal interface ITransferTarget : IWaiter
{
    /// <summary>
    /// Keeps what it waits for, because <see cref="Operation.ResumeWaiter"/> will not be given it. Called before it can be resumed.
    /// </summary>
    /// <param name="awaited">The awaited operation.</param>
    /// <param name="token">The token by which to consume it.</param>
    /// <param name="isConsumed">Whether it is consumed already, and its result still in it; then the token says nothing.</param>
    void AcceptLater(Operation awaited, short token, bool isConsumed);
}
