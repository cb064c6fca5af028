using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>A kind of task that combinators take: each becomes a pooled task, so that they have one kind of input.</summary>
/// <typeparam name="TTask">The task.</typeparam>
/// <typeparam name="T">Its result; <see cref="VoidResult"/> if it has none.</typeparam>
internal interface IInputKind<TTask, T>
{
    /// <summary>Converts an input; called on a default instance. Allocates nothing, unless a pending Task is behind a ValueTask.</summary>
    PooledValueTask<T> ToPooled(in TTask task);
}

internal readonly struct PooledInput : IInputKind<PooledValueTask, VoidResult>
{
    public PooledValueTask<VoidResult> ToPooled(in PooledValueTask task) => task.WithVoidResult;
}

internal readonly struct PooledInput<T> : IInputKind<PooledValueTask<T>, T>
{
    public PooledValueTask<T> ToPooled(in PooledValueTask<T> task) => task;
}

internal readonly struct ValueTaskInput : IInputKind<ValueTask, VoidResult>
{
    public PooledValueTask<VoidResult> ToPooled(in ValueTask task) => task.AsPooledValueTask().WithVoidResult;
}

internal readonly struct ValueTaskInput<T> : IInputKind<ValueTask<T>, T>
{
    public PooledValueTask<T> ToPooled(in ValueTask<T> task) => task.AsPooledValueTask();
}
