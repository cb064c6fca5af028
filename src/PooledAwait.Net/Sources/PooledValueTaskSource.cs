using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// Completes a <see cref="ValueTask"/> from code, as TaskCompletionSource completes a Task, without an allocation. The operation returns to
/// its pool when the task is consumed.
/// </summary>
/// <inheritdoc cref="PooledValueTaskSource{T}" path="/remarks"/>
/// <example>
/// <code>
/// PooledValueTaskSource source = PooledValueTaskSource.Create();
/// ThreadPool.QueueUserWorkItem(static source =&gt; source.TrySetResult(), source, preferLocal: false);
/// await source.PooledTask;
/// </code>
/// </example>
public readonly record struct PooledValueTaskSource
{
    private readonly SourceOperation<VoidResult>? _operation;
    private readonly short _token;

    private PooledValueTaskSource(SourceOperation<VoidResult> operation)
    {
        _operation = operation;
        _token = operation.Token;
    }

    /// <inheritdoc cref="PooledValueTaskSource{T}.Task"/>
    public ValueTask Task => _operation is null ? default : new ValueTask(_operation, _token);

    /// <summary>
    /// The same task as a <see cref="PooledValueTask"/>: awaiting it in a pooled method costs no delegate. Consume one of the two.
    /// </summary>
    public PooledValueTask PooledTask => new(_operation, _token);

    /// <summary>Whether the source has an operation; false for a default instance.</summary>
    public bool HasTask => _operation is not null;

    /// <inheritdoc cref="PooledValueTaskSource{T}.IsNull"/>
    public bool IsNull => _operation is null;

    /// <inheritdoc cref="PooledValueTaskSource{T}.IsValid"/>
    public bool IsValid => _operation is not null && _operation.IsCurrent(_token);

    /// <summary>Whether a setter could win at this moment.</summary>
    internal bool IsPending => _operation is not null && _operation.CanBeginCompletion(_token);

    /// <inheritdoc cref="PooledValueTaskSource{T}.Create()"/>
    public static PooledValueTaskSource Create() => new(SourceOperation<VoidResult>.Rent());

    /// <inheritdoc cref="PooledValueTaskSource{T}.Create(CancellationToken)"/>
    public static PooledValueTaskSource Create(CancellationToken cancellationToken) => Create(TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTaskSource{T}.Create(TaskCreationOptions, CancellationToken)"/>
    public static PooledValueTaskSource Create(TaskCreationOptions options, CancellationToken cancellationToken = default) =>
        Create(Timeout.InfiniteTimeSpan, TimeProvider.System, options, cancellationToken);

    /// <inheritdoc cref="PooledValueTaskSource{T}.Create(TimeSpan, CancellationToken)"/>
    public static PooledValueTaskSource Create(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        Create(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <inheritdoc cref="PooledValueTaskSource{T}.Create(TimeSpan, TimeProvider, TaskCreationOptions, CancellationToken)"/>
    public static PooledValueTaskSource Create(
        TimeSpan timeout, TimeProvider timeProvider,
        TaskCreationOptions options = TaskCreationOptions.None, CancellationToken cancellationToken = default)
    {
        Failures.ThrowIfNull(timeProvider);
        SourceOptions.Validate(options, nameof(options));
        long milliseconds = Timeouts.Validate(timeout, nameof(timeout));
        return new(SourceOperation<VoidResult>.Rent(options, milliseconds, timeProvider, cancellationToken));
    }

    /// <summary>Completes the task.</summary>
    /// <exception cref="InvalidOperationException">It is already complete, or a default instance.</exception>
    public void SetResult() => Failures.Demand(TrySetResult(), _operation);

    /// <inheritdoc cref="PooledValueTaskSource{T}.SetException"/>
    public void SetException(Exception exception) => Failures.Demand(TrySetException(exception), _operation);

    /// <inheritdoc cref="PooledValueTaskSource{T}.SetCanceled()"/>
    public void SetCanceled() => Failures.Demand(TrySetCanceled(), _operation);

    /// <inheritdoc cref="PooledValueTaskSource{T}.SetCanceled(CancellationToken)"/>
    public void SetCanceled(CancellationToken cancellationToken) => Failures.Demand(TrySetCanceled(cancellationToken), _operation);

    /// <summary>Completes the task.</summary>
    /// <returns>Whether this call completed the task; always false for a default instance.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TrySetResult() => _operation is not null && _operation.TrySucceed(_token, default);

    /// <inheritdoc cref="PooledValueTaskSource{T}.TrySetException"/>
    public bool TrySetException(Exception error)
    {
        if (error is null)
        {
            throw new ArgumentNullException(nameof(error));
        }

        return _operation is not null && _operation.CanBeginCompletion(_token) && _operation.TryFail(_token, error);
    }

    /// <inheritdoc cref="PooledValueTaskSource{T}.TrySetCanceled()"/>
    public bool TrySetCanceled() => _operation is not null && _operation.TryFail(_token, Failure.Canceled);

    /// <inheritdoc cref="PooledValueTaskSource{T}.TrySetCanceled(CancellationToken)"/>
    public bool TrySetCanceled(CancellationToken cancellationToken) =>
        _operation is not null && _operation.TryFail(_token, Failure.Of(cancellationToken));

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(PooledValueTaskSource);
}
