using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>The checks of WaitAsync and Delay before they wait, in the order of Task's methods.</summary>
internal static class Waits
{
    /// <summary>Waits for a task with result.</summary>
    internal static PooledValueTask<T> Run<T>(
        in PooledValueTask<T> task,
        long milliseconds,
        TimeProvider timeProvider,
        TaskCreationOptions options,
        CancellationToken cancellationToken)
    {
        Operation<T>? operation = task._operation;
        if (operation is null || operation.IsCompleted(task._token) || IsForEver(milliseconds, options, cancellationToken))
        {
            return task;
        }

        if (Early(milliseconds, cancellationToken) is { } failure)
        {
            task.Forget();
            return new PooledValueTask<T>(Failed<T>(failure, out short failedToken), default!, failedToken);
        }

        Input input = new(operation, task._token, 0);
        return new PooledValueTask<T>(
            WaitOperation<T>.Start(input, milliseconds, timeProvider, options, cancellationToken, out short token), default!, token);
    }

    /// <summary>Waits for a task without result.</summary>
    internal static PooledValueTask Run(
        in PooledValueTask task,
        long milliseconds,
        TimeProvider timeProvider,
        TaskCreationOptions options,
        CancellationToken cancellationToken)
    {
        Operation<VoidResult>? operation = task._operation;
        if (operation is null || operation.IsCompleted(task._token) || IsForEver(milliseconds, options, cancellationToken))
        {
            return task;
        }

        if (Early(milliseconds, cancellationToken) is { } failure)
        {
            task.Forget();
            return new PooledValueTask(Failed<VoidResult>(failure, out short failedToken), failedToken);
        }

        Input input = new(operation, task._token, 0);
        return new PooledValueTask(
            WaitOperation<VoidResult>.Start(input, milliseconds, timeProvider, options, cancellationToken, out short token), token);
    }

    /// <summary>Waits for a time.</summary>
    internal static PooledValueTask Delay(
        long milliseconds,
        TimeProvider timeProvider,
        TaskCreationOptions options,
        CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return new PooledValueTask(Failed<VoidResult>(Failure.Of(cancellationToken), out short token), token);
        }

        return milliseconds == 0 ? default : DelayOperation.Start(milliseconds, timeProvider, options, cancellationToken);
    }

    private static bool IsForEver(long milliseconds, TaskCreationOptions options, CancellationToken cancellationToken) =>
        milliseconds == Timeout.Infinite && options == TaskCreationOptions.None && !cancellationToken.CanBeCanceled;

    private static object? Early(long milliseconds, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? Failure.Of(cancellationToken)
        : milliseconds == 0 ? Failure.TimedOut
        : null;

    private static SourceOperation<T> Failed<T>(object failure, out short token)
    {
        SourceOperation<T> operation = SourceOperation<T>.Rent();
        token = operation.Token;
        operation.TryFail(token, failure);
        return operation;
    }
}
