namespace PooledAwait;

/// <content>All the errors of a task that waited for several.</content>
public readonly partial struct PooledValueTask<T>
{
    /// <summary>
    /// Awaits this task so that, if it fails, an <see cref="System.AggregateException"/> with all of its errors is thrown
    /// instead of the first error: <c>await PooledValueTask.WhenAll(a, b).WithAggregateException()</c>.
    /// </summary>
    /// <remarks>
    /// Task.WhenAll keeps its errors in <c>Task.Exception</c>, to be looked at after the await; a pooled task is gone by then,
    /// so one says before what one wants. A task with one error throws an AggregateException too, a canceled one the
    /// OperationCanceledException alone. Continues where it is completed, as with <c>ConfigureAwait(false)</c>.
    /// </remarks>
    public AggregateExceptionAwaiter<T> WithAggregateException() => new(_operation, _result, _token);
}
