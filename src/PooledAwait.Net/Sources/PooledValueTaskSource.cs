namespace PooledAwait;

/// <summary>Completes a <see cref="ValueTask"/> from code, as a TaskCompletionSource completes a Task. It allocates nothing: the operation
/// returns to its pool when the task is consumed.</summary>
/// <inheritdoc cref="PooledValueTaskSource{T}" path="/remarks"/>
/// <example><code>
/// PooledValueTaskSource source = PooledValueTaskSource.Create();
/// ThreadPool.QueueUserWorkItem(static source =&gt; source.TrySetResult(), source, preferLocal: false);
/// await source.PooledTask;
/// </code></example>
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

    /// <summary>The task as a <see cref="PooledValueTask"/>: pooled methods await it without a delegate. Consume one of the two.</summary>
    public PooledValueTask PooledTask => new(_operation, _token);

    /// <summary>Whether the source has an operation; false for a default instance.</summary>
    public bool HasTask => _operation is not null;

    /// <inheritdoc cref="PooledValueTaskSource{T}.IsNull"/>
    public bool IsNull => _operation is null;

    /// <inheritdoc cref="PooledValueTaskSource{T}.IsValid"/>
    public bool IsValid => _operation is not null && _operation.IsCurrent(_token);

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
        long milliseconds = SourceOptions.Validate(timeout, timeProvider, options, nameof(timeout));
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
        Failures.ThrowIfNull(error);
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

/// <summary>Completes a <see cref="ValueTask{TResult}"/> from code, as a TaskCompletionSource completes a Task. It allocates nothing: the
/// operation returns to its pool when the result is taken.</summary>
/// <remarks>Thread-safe: of any number of racing setters one wins, and the others change nothing, even if the operation already serves
/// another use. The task may be awaited once. A source that is never awaited goes to the garbage collector. A default instance behaves as
/// one created with the default value: its task is complete, <c>TrySet</c> methods return false, and <c>Set</c> methods throw.</remarks>
/// <example><code>
/// PooledValueTaskSource&lt;int&gt; source = PooledValueTaskSource&lt;int&gt;.Create();
/// ThreadPool.QueueUserWorkItem(static source =&gt; source.TrySetResult(42), source, preferLocal: false);
/// int result = await source.PooledTask;
/// </code></example>
public readonly record struct PooledValueTaskSource<T>
{
    private readonly SourceOperation<T>? _operation;
    private readonly T _value;
    private readonly short _token;

    /// <summary>Creates a source that is complete from the start, without an operation: no setter succeeds on it.</summary>
    /// <param name="value">The result.</param>
    public PooledValueTaskSource(T value)
    {
        _operation = null;
        _value = value;
        _token = 0;
    }

    internal PooledValueTaskSource(SourceOperation<T> operation)
    {
        _operation = operation;
        _value = default!;
        _token = operation.Token;
    }

    /// <summary>The task, which may be awaited once.</summary>
    public ValueTask<T> Task => _operation is null ? new ValueTask<T>(_value) : new ValueTask<T>(_operation, _token);

    /// <summary>The same task as a <see cref="PooledValueTask{T}"/>: pooled methods await it without a delegate. Consume one.</summary>
    public PooledValueTask<T> PooledTask => new(_operation, _value, _token);

    /// <summary>Whether the source has an operation; false for a default instance, and for one created with a value.</summary>
    public bool HasTask => _operation is not null;

    /// <summary>Whether there is no operation: the opposite of <see cref="HasTask"/>.</summary>
    public bool IsNull => _operation is null;

    /// <summary>Whether the operation still serves this source: true from <c>Create</c> until the result is taken, complete or not. Only a
    /// setter's result tells whether that setter completed the operation, because another thread may be faster.</summary>
    public bool IsValid => _operation is not null && _operation.IsCurrent(_token);

    /// <summary>Rents a pending operation. A continuation runs inside the setter, before it returns.</summary>
    public static PooledValueTaskSource<T> Create() => new(SourceOperation<T>.Rent());

    /// <summary>Rents a pending operation that a CancellationToken can complete too.</summary>
    /// <param name="cancellationToken">Cancels the operation with an OperationCanceledException that carries the token. The registration
    /// ends before the winning setter returns. A warm registration allocates nothing on .NET.</param>
    public static PooledValueTaskSource<T> Create(CancellationToken cancellationToken) =>
        Create(TaskCreationOptions.None, cancellationToken);

    /// <summary>Rents a pending operation.</summary>
    /// <param name="options">Where continuations without a scheduling context run. <see cref="TaskCreationOptions.None"/>: inside the
    /// setter, before it returns. <see cref="TaskCreationOptions.RunContinuationsAsynchronously"/>: on the thread pool, through the queue
    /// of the setter's thread. With <see cref="TaskCreationOptions.PreferFairness"/> besides: through the global queue.</param>
    /// <param name="cancellationToken">As in <see cref="Create(CancellationToken)"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">Another option, or PreferFairness alone.</exception>
    public static PooledValueTaskSource<T> Create(TaskCreationOptions options, CancellationToken cancellationToken = default) =>
        Create(Timeout.InfiniteTimeSpan, TimeProvider.System, options, cancellationToken);

    /// <summary>Rents a pending operation with a deadline on the system clock.</summary>
    /// <remarks>The deadline is part of the operation and costs no further object. It ends when the operation completes, before the setter
    /// returns. A setter that comes after the deadline gets false.</remarks>
    /// <param name="timeout">After this time the operation fails with a <see cref="TimeoutException"/>: 0 to 4,294,967,294 ms, or
    /// <see cref="Timeout.InfiniteTimeSpan"/> for no deadline.</param>
    /// <param name="cancellationToken">As in <see cref="Create(CancellationToken)"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative and not infinite, or too long.</exception>
    /// <example><code>
    /// var reply = PooledValueTaskSource&lt;int&gt;.Create(TimeSpan.FromSeconds(5));
    /// reply.TrySetResult(42); // false after five seconds
    /// int answer = await reply.PooledTask;
    /// </code></example>
    public static PooledValueTaskSource<T> Create(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        Create(timeout, TimeProvider.System, TaskCreationOptions.None, cancellationToken);

    /// <summary>Rents a pending operation with a deadline on a given clock.</summary>
    /// <inheritdoc cref="Create(TimeSpan, CancellationToken)"/>
    /// <param name="timeProvider">The clock. A clock other than the system's costs what its timers allocate.</param>
    /// <param name="options">As in <see cref="Create(TaskCreationOptions, CancellationToken)"/>.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public static PooledValueTaskSource<T> Create(
        TimeSpan timeout, TimeProvider timeProvider,
        TaskCreationOptions options = TaskCreationOptions.None, CancellationToken cancellationToken = default)
    {
        long milliseconds = SourceOptions.Validate(timeout, timeProvider, options, nameof(timeout));
        return new(SourceOperation<T>.Rent(options, milliseconds, timeProvider, cancellationToken));
    }

    /// <summary>Completes the task with a result.</summary>
    /// <param name="result">The result.</param>
    /// <exception cref="InvalidOperationException">It is already complete, or a default instance.</exception>
    public void SetResult(T result) => Failures.Demand(TrySetResult(result), _operation);

    /// <summary>Completes the task with an exception; an OperationCanceledException cancels it.</summary>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    /// <exception cref="InvalidOperationException">It is already complete, or a default instance.</exception>
    public void SetException(Exception exception) => Failures.Demand(TrySetException(exception), _operation);

    /// <summary>Cancels the task.</summary>
    /// <exception cref="InvalidOperationException">It is already complete, or a default instance.</exception>
    public void SetCanceled() => Failures.Demand(TrySetCanceled(), _operation);

    /// <inheritdoc cref="SetCanceled()"/>
    /// <param name="cancellationToken">The token that the OperationCanceledException carries.</param>
    public void SetCanceled(CancellationToken cancellationToken) => Failures.Demand(TrySetCanceled(cancellationToken), _operation);

    /// <summary>Completes the task with a result.</summary>
    /// <param name="result">The result.</param>
    /// <returns>Whether this call completed the task; always false for a default instance.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TrySetResult(T result) => _operation is not null && _operation.TrySucceed(_token, result);

    /// <summary>Completes the task with an exception; an OperationCanceledException cancels it.</summary>
    /// <param name="error">The exception.</param>
    /// <returns>Whether this call completed the task; always false for a default instance.</returns>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    public bool TrySetException(Exception error)
    {
        Failures.ThrowIfNull(error);
        return _operation is not null && _operation.CanBeginCompletion(_token) && _operation.TryFail(_token, error);
    }

    /// <summary>Cancels the task.</summary>
    /// <returns>Whether this call completed the task; always false for a default instance.</returns>
    public bool TrySetCanceled() => _operation is not null && _operation.TryFail(_token, Failure.Canceled);

    /// <inheritdoc cref="TrySetCanceled()"/>
    /// <param name="cancellationToken">The token that the OperationCanceledException carries.</param>
    public bool TrySetCanceled(CancellationToken cancellationToken) =>
        _operation is not null && _operation.TryFail(_token, Failure.Of(cancellationToken));

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(PooledValueTaskSource);
}
