namespace PooledAwait;

/// <summary>
/// The role of what waits for operations, one at a time: the box of a suspended method, or a combinator. An interface, because a waiter may
/// be an operation itself.
/// </summary>
/// <remarks>
/// Every waiter derives from <see cref="Operation"/>: its captured context is in the field of its failure, and it is resumed by
/// <see cref="Operation.ResumeWaiter"/>.
/// </remarks>
internal partial interface IWaiter
{
}
