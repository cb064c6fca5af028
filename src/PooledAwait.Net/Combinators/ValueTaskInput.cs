namespace PooledAwait;

internal readonly struct ValueTaskInput : IInputKind<ValueTask, VoidResult>
{
    public PooledValueTask<VoidResult> ToPooled(in ValueTask task) => task.AsPooledValueTask().WithVoidResult;
}

internal readonly struct ValueTaskInput<T> : IInputKind<ValueTask<T>, T>
{
    public PooledValueTask<T> ToPooled(in ValueTask<T> task) => task.AsPooledValueTask();
}
