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
    public static PooledValueTask FromException(Exception exception) => WithoutResult(FromException<VoidResult>(exception));

    /// <inheritdoc cref="FromException(Exception)"/>
    /// <typeparam name="T">The result that the task does not have.</typeparam>
    public static PooledValueTask<T> FromException<T>(Exception exception)
    {
        Failures.ThrowIfNull(exception);
        return Failed<T>(exception);
    }

    /// <summary>Creates a task that was canceled.</summary>
    /// <param name="cancellationToken">The canceled token, which the exception of an await carries.</param>
    /// <returns>A task of a pooled operation; it can be awaited once.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The token has not been canceled.</exception>
    public static PooledValueTask FromCanceled(CancellationToken cancellationToken) =>
        WithoutResult(FromCanceled<VoidResult>(cancellationToken));

    /// <inheritdoc cref="FromCanceled(CancellationToken)"/>
    /// <typeparam name="T">The result that the task does not have.</typeparam>
    public static PooledValueTask<T> FromCanceled<T>(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested
            ? Failed<T>(Failure.Of(cancellationToken))
            : throw new ArgumentOutOfRangeException(
                nameof(cancellationToken), "The token has not been canceled. Cancel it first, or return a pending task.");

    /// <summary>A task that has failed.</summary>
    /// <param name="failure">As <see cref="Failure"/> makes it.</param>
    internal static PooledValueTask<T> Failed<T>(object failure)
    {
        SourceOperation<T> operation = SourceOperation<T>.Rent();
        PooledValueTask<T> task = new(operation, default!, operation.Token);
        operation.TryFail(task._token, failure);
        return task;
    }
}
