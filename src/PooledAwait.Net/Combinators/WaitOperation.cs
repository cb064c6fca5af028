namespace PooledAwait;

[PublicName("PooledValueTask.WaitAsync")]
internal sealed class WaitOperation<T>() : LimitedOperation<T>(s_pool), IInputObserver<T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WaitOperation<T>));

    internal static PooledValueTask<T> Start(
        in PooledValueTask<T> task, long milliseconds, TimeProvider timeProvider, TaskCreationOptions options,
        CancellationToken cancellationToken)
    {
        WaitOperation<T> wait = s_pool.TryRent<WaitOperation<T>>() ?? new WaitOperation<T>();
        wait.Begin(options, cancellationToken);
        short token = wait.Token;
        if (Listener<T>.Listen(task, 0, wait, token) is { } mistake)
        {
            // There is one input, and its own message says more.
            wait.TryFail(token, (mistake as Exception)?.InnerException ?? mistake);
        }

        wait.StartOrFail(milliseconds, timeProvider);
        return new PooledValueTask<T>(wait, default!, token);
    }

    internal override bool MayHaveSeveralErrors => true;

    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure)
    {
        if (TryDecide(token, result, failure))
        {
            return this;
        }

        if (failure is not null)
        {
            Failure.ReportUnobserved(failure);
        }

        return null;
    }
}
