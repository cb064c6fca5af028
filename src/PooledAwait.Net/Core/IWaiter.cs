namespace PooledAwait;

/// <summary>Implemented by what waits for operations, one at a time: the box of a suspended method, or a combinator. An interface, because
/// waiters have different base classes.</summary>
/// <remarks>Every waiter derives from <see cref="Operation"/>: its captured context is in the field of its failure, and it is resumed by
/// <see cref="Operation.ResumeWaiter"/>.</remarks>
internal interface IWaiter
#if NET
    : IThreadPoolWorkItem // its own, where the thread pool takes objects
{
    /// <summary>Called by the thread pool. Either <see cref="WorkItems"/> queued the waiter, or the framework queued an armed
    /// box.</summary>
    void IThreadPoolWorkItem.Execute()
    {
        if (Cast.To<Operation>(this).TryClaimWorkItem())
        {
            Trampoline.RunUnguarded(this);
        }
    }
}
#else
{
}
#endif
