namespace PooledAwait;

/// <summary>Something that has ended under a <see cref="WaiterLock"/>, and is published when the lock has been left.</summary>
internal interface IEndedWait
{
    /// <summary>The wait that ended after this one. Written by the lock.</summary>
    IEndedWait? NextEnded { get; set; }

    /// <summary>Publishes the end; once, outside of the lock.</summary>
    void Publish();
}
