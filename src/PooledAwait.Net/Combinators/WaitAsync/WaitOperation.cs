using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>Waits for one input, for a time or until a cancellation.</summary>
/// <typeparam name="T">The input's result; <see cref="VoidResult"/> if it has none.</typeparam>
[PublicName("PooledValueTask.WaitAsync")]
internal sealed class WaitOperation<T> : TimedOperation<T>, IInputObserver<T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WaitOperation<T>));

    private WaitOperation()
        : base(s_pool)
    {
    }

    /// <summary>Waits for a task that is not complete.</summary>
    /// <param name="task">The task.</param>
    /// <param name="milliseconds">The time, or -1.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="options">Where continuations run.</param>
    /// <param name="cancellationToken">The cancellation.</param>
    internal static PooledValueTask<T> Start(
        in PooledValueTask<T> task,
        long milliseconds,
        TimeProvider timeProvider,
        TaskCreationOptions options,
        CancellationToken cancellationToken)
    {
        WaitOperation<T> wait = s_pool.TryRent<WaitOperation<T>>() ?? new WaitOperation<T>();
        short token = wait.BeginSetup(milliseconds, timeProvider, options, cancellationToken);
        object? mistake = Listener<T>.Listen(task, 0, wait, token);

        // There is one input, and its own message says more.
        wait.EndSetup(token, (mistake as Exception)?.InnerException ?? mistake);
        return new PooledValueTask<T>(wait, default!, token);
    }

    internal override bool MayHaveSeveralErrors => true;

    Operation? IInputObserver<T>.Observe(short token, int index, T result, object? failure)
    {
        if (TryDecide(token, result, failure))
        {
            return TryEnd() ? this : null;
        }

        if (failure is not null)
        {
            Failure.ReportUnobserved(failure);
        }

        return null;
    }

    private protected override bool TryElapse(short token) => TryDecide(token, default!, Failure.TimedOut);
}
