using System;
using System.Threading;

namespace PooledAwait;

/// <content>Completed tasks, as ValueTask's static members create them.</content>
public readonly partial struct PooledValueTask
{
    /// <summary>A task that has completed successfully.</summary>
    public static PooledValueTask CompletedTask => default;

    /// <summary>Creates a task that has completed successfully with a result.</summary>
    /// <param name="result">The result.</param>
    /// <typeparam name="T">The result.</typeparam>
    public static PooledValueTask<T> FromResult<T>(T result) => new(result);

    /// <summary>Creates a task that has failed.</summary>
    /// <param name="exception">
    /// The exception that an await throws. An <see cref="OperationCanceledException"/> makes the task canceled, as it does when a pooled
    /// method throws it; ValueTask's method makes a faulted task of it.
    /// </param>
    /// <returns>A task of a pooled operation; it can be awaited once.</returns>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    public static PooledValueTask FromException(Exception exception)
    {
        Failures.ThrowIfNull(exception);
        Operation<VoidResult> operation = Fail<VoidResult>(exception);
        return new PooledValueTask(operation, operation.Token);
    }

    /// <inheritdoc cref="FromException(Exception)"/>
    /// <typeparam name="T">The result that the task does not have.</typeparam>
    public static PooledValueTask<T> FromException<T>(Exception exception)
    {
        Failures.ThrowIfNull(exception);
        Operation<T> operation = Fail<T>(exception);
        return new PooledValueTask<T>(operation, default!, operation.Token);
    }

    /// <summary>Creates a task that was canceled.</summary>
    /// <param name="cancellationToken">The canceled token, which the exception of an await carries.</param>
    /// <returns>A task of a pooled operation; it can be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The token has not been canceled.</exception>
    public static PooledValueTask FromCanceled(CancellationToken cancellationToken)
    {
        Operation<VoidResult> operation = Cancel<VoidResult>(cancellationToken);
        return new PooledValueTask(operation, operation.Token);
    }

    /// <inheritdoc cref="FromCanceled(CancellationToken)"/>
    /// <typeparam name="T">The result that the task does not have.</typeparam>
    public static PooledValueTask<T> FromCanceled<T>(CancellationToken cancellationToken)
    {
        Operation<T> operation = Cancel<T>(cancellationToken);
        return new PooledValueTask<T>(operation, default!, operation.Token);
    }

    private static SourceOperation<T> Cancel<T>(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested
            ? Fail<T>(Failure.Of(cancellationToken))
            : throw new ArgumentOutOfRangeException(
                nameof(cancellationToken), "The token has not been canceled. Cancel it first, or return a pending task.");

    internal static SourceOperation<T> Fail<T>(object failure)
    {
        SourceOperation<T> operation = SourceOperation<T>.Rent();
        operation.TryFail(operation.Token, failure);
        return operation;
    }
}
