namespace PooledAwait;

/// <summary>A kind of task that combinators take: each becomes a pooled task, so that they have one kind of input.</summary>
internal interface IInputKind<TTask, T>
{
    /// <summary>Converts an input; called on a default instance. Allocates nothing on .NET.</summary>
    PooledValueTask<T> ToPooled(in TTask task);
}
