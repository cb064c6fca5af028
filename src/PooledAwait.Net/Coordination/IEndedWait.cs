namespace PooledAwait;

/// <summary>Something that has ended under a <see cref="WaiterLock"/>, and is published when the lock has been left.</summary>
internal interface IEndedWait
{
    /// <summary>The one that ended after this; the lock's.</summary>
    IEndedWait? NextEnded { get; set; }

    /// <summary>Publishes the end; once, outside of the lock.</summary>
    void Publish();
}
