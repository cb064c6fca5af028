namespace PooledAwait;

/// <content>All the errors of a task that waited for several.</content>
public readonly partial struct PooledValueTask
{
    /// <inheritdoc cref="PooledValueTask{T}.WithAggregateException"/>
    public AggregateExceptionAwaiter WithAggregateException() => new(new(WithVoidResult, continueOnCapturedContext: false));
}
