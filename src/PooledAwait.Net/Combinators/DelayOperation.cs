namespace PooledAwait;

/// <summary>Completes after a time, unless it is canceled before.</summary>
[PublicName("PooledValueTask.Delay")]
internal sealed class DelayOperation() : LimitedOperation<VoidResult>(s_pool)
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(DelayOperation));

    internal static PooledValueTask Start(
        long milliseconds, TimeProvider timeProvider, TaskCreationOptions options, CancellationToken cancellationToken)
    {
        DelayOperation delay = s_pool.TryRent<DelayOperation>() ?? new DelayOperation();
        delay.Begin(options, cancellationToken);
        delay.StartOrFail(milliseconds, timeProvider);
        return new PooledValueTask(delay, delay.Token);
    }

    private protected override object? Elapsed => null;

    /// <summary>Queues the continuation, as Task.Delay does, so that it doesn't run inside the code that cancels.</summary>
    private protected override void Cancel(short use, object failure)
    {
        if (TryDecide(use, default, failure))
        {
            Complete();
        }
    }
}
