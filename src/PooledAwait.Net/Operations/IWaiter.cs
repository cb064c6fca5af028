namespace PooledAwait;

/// <summary>
/// A waiter for operations, one at a time: the box of a suspended method, or a combinator. An interface, because a waiter may be an
/// operation itself; called through the interface, awaits take 1.00 to 1.015 of the time of a virtual method (without a profile).
/// </summary>
/// <remarks>Every waiter derives from <see cref="Operation"/>: its captured context is in the field of its failure.</remarks>
internal partial interface IWaiter
{
    /// <summary>Goes on, because the awaited operation is complete; called by the <see cref="Trampoline"/> only.</summary>
    /// <param name="thread">This thread's state, in the trampoline.</param>
    /// <param name="transferred">
    /// The awaited operation, if the trampoline has published it; an <see cref="ITransferTarget"/> reads it.
    /// </param>
    /// <returns>
    /// The operation that the trampoline must publish, mostly this waiter's own; null if there is nothing to publish, or the waiter has
    /// suspended again and may be running on another thread.
    /// </returns>
    Operation? Resume(ThreadState thread, Operation? transferred);
}
