namespace PooledAwait;

internal readonly struct PooledInput : IInputKind<PooledValueTask, VoidResult>
{
    public PooledValueTask<VoidResult> ToPooled(in PooledValueTask task) => task.WithVoidResult;
}

internal readonly struct PooledInput<T> : IInputKind<PooledValueTask<T>, T>
{
    public PooledValueTask<T> ToPooled(in PooledValueTask<T> task) => task;
}
