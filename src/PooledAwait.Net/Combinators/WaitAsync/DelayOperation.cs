using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>Completes after a time, unless it is canceled before.</summary>
[PublicName("PooledValueTask.Delay")]
internal sealed class DelayOperation : TimedOperation<VoidResult>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(DelayOperation));

    private DelayOperation()
        : base(s_pool)
    {
    }

    /// <summary>Starts the timer.</summary>
    /// <param name="milliseconds">The time, or -1.</param>
    /// <param name="timeProvider">The clock.</param>
    /// <param name="options">Where continuations run.</param>
    /// <param name="cancellationToken">The cancellation.</param>
    internal static PooledValueTask Start(
        long milliseconds, TimeProvider timeProvider, TaskCreationOptions options, CancellationToken cancellationToken)
    {
        DelayOperation delay = s_pool.TryRent<DelayOperation>() ?? new DelayOperation();
        short token = delay.BeginSetup(milliseconds, timeProvider, options, cancellationToken);
        delay.EndSetup();
        return new PooledValueTask(delay, token);
    }

    private protected override bool TryElapse(short token) => TryDecide(token, default, null);

    /// <summary>Queues the continuation, as Task.Delay does: it waits for a time, and not for the code that cancels.</summary>
    private protected override void PublishCanceled()
    {
        if (TryEnd())
        {
            Complete();
        }
    }
}
