using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>Waits for one input, for a time or until a cancellation.</summary>
/// <typeparam name="T">The input's result; <see cref="VoidResult"/> if it has none.</typeparam>
internal sealed class WaitOperation<T> : TimedOperation<T>, IInputObserver<T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(WaitOperation<T>));

    private WaitOperation()
        : base(s_pool)
    {
    }

    /// <summary>Waits for an operation that is not complete.</summary>
    /// <param name="input">The operation.</param>
    /// <param name="milliseconds">The time, or -1.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="options">Where continuations run.</param>
    /// <param name="cancellationToken">The cancellation.</param>
    /// <param name="token">The token of the wait's handle.</param>
    internal static WaitOperation<T> Start(
        in Input input,
        long milliseconds,
        TimeProvider timeProvider,
        TaskCreationOptions options,
        CancellationToken cancellationToken,
        out short token)
    {
        WaitOperation<T> wait = Rent();
        token = wait.BeginSetup(milliseconds, timeProvider, options, cancellationToken);
        try
        {
            Listener<T>.Listen(input, wait, token);
        }
        catch (InvalidOperationException exception)
        {
            wait.DecideInSetup(token, exception);
        }

        wait.EndSetup();
        return wait;
    }

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

    private static WaitOperation<T> Rent()
    {
        return s_pool.TryRent<WaitOperation<T>>() ?? new WaitOperation<T>();
    }
}
