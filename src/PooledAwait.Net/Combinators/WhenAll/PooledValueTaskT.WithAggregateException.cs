namespace PooledAwait;

/// <content>All the errors of a task that waited for several.</content>
public readonly partial struct PooledValueTask<T>
{
    /// <summary>
    /// Awaits this task so that, if it fails, an <see cref="System.AggregateException"/> with all of its errors is thrown
    /// instead of the first error: <c>await PooledValueTask.WhenAll(a, b).WithAggregateException()</c>.
    /// </summary>
    /// <remarks>
    /// Task.WhenAll keeps its errors in <c>Task.Exception</c>, which code reads after the await. A pooled task is recycled at that point,
    /// so that the choice is made before. A task with one error throws an AggregateException too. A canceled task throws its
    /// OperationCanceledException alone. The awaiting method continues where the task completes, as with <c>ConfigureAwait(false)</c>.
    /// </remarks>
    public AggregateExceptionAwaiter<T> WithAggregateException() => new(new(this, continueOnCapturedContext: false));
}
