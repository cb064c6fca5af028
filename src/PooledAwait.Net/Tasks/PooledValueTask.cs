using PooledAwait.MethodBuilders;

namespace PooledAwait;

/// <summary>A <see cref="ValueTask"/> whose operation is pooled: an <c>async</c> method that returns it allocates nothing in a Release
/// build, whether it suspends or not.</summary>
/// <inheritdoc cref="PooledValueTask{T}" path="/remarks"/>
/// <example><code>
/// async PooledValueTask CopyAsync(Stream from, Stream to)
/// {
///     while (await ReadAsync(from) is var value and >= 0)
///     {
///         await WriteAsync(to, value);
///     }
/// }
/// </code></example>
[AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public readonly partial record struct PooledValueTask
{
    /// <summary>The operation; null when it is complete without one.</summary>
    internal readonly Operation<VoidResult>? _operation;
    internal readonly short _token;

    /// <inheritdoc cref="PooledValueTask{T}(Task{T})"/>
    public PooledValueTask(Task task)
    {
        Failures.ThrowIfNull(task);
        this = Adapter.Adapt(task);
    }

    /// <inheritdoc cref="PooledValueTask{T}(IValueTaskSource{T}, short)"/>
    public PooledValueTask(IValueTaskSource source, short token)
    {
        Failures.ThrowIfNull(source);
        this = source is Operation<VoidResult> operation ? new PooledValueTask(operation, token)
            : Adapter.Adapt(new ValueTask(source, token));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledValueTask(Operation<VoidResult>? operation, short token)
    {
        _operation = operation;
        _token = token;
    }

    /// <inheritdoc cref="PooledValueTask{T}.IsNull"/>
    public bool IsNull => _operation is null;

    /// <inheritdoc cref="PooledValueTask{T}.IsCompleted"/>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in PooledValueTask<T>
        get => _operation is null || _operation.IsCompleted(_token);
    }

    /// <inheritdoc cref="PooledValueTask{T}.IsCompletedSuccessfully"/>
    public bool IsCompletedSuccessfully
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in PooledValueTask<T>
        get => _operation is null || _operation.GetStatus(_token) == ValueTaskSourceStatus.Succeeded;
    }

    /// <inheritdoc cref="PooledValueTask{T}.IsFaulted"/>
    public bool IsFaulted => _operation is not null && _operation.GetStatus(_token) == ValueTaskSourceStatus.Faulted;

    /// <inheritdoc cref="PooledValueTask{T}.IsCanceled"/>
    public bool IsCanceled => _operation is not null && _operation.GetStatus(_token) == ValueTaskSourceStatus.Canceled;

    private string DebuggerDisplay => _operation is null ? "Completed" : _operation.DescribeFully(_token);

    /// <summary>The same operation as a ValueTask; consume one of the two.</summary>
    public static implicit operator ValueTask(in PooledValueTask task) => task.AsValueTask();

    /// <inheritdoc cref="PooledValueTask{T}.AsValueTask"/>
    public ValueTask AsValueTask() => _operation is null ? default : new ValueTask(_operation, _token);

    /// <summary>The operation as a <see cref="Task"/>, which may be awaited many times; consumes this task.</summary>
    /// <returns>The task: <see cref="Task.CompletedTask"/> if the operation has completed successfully; the Task that a pending pooled task
    /// was made of; otherwise an object of its own.</returns>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    public Task AsTask() => Adapter.ToTask(this);

    /// <inheritdoc cref="PooledValueTask{T}.Preserve"/>
    public ValueTask Preserve() => AsValueTask().Preserve();

    /// <inheritdoc cref="PooledValueTask{T}.GetAwaiter"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledValueTaskAwaiter GetAwaiter() => new(_operation, _token, continueOnCapturedContext: true);

    /// <inheritdoc cref="PooledValueTask{T}.ConfigureAwait"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredPooledValueTaskAwaitable ConfigureAwait(bool continueOnCapturedContext) =>
        new(_operation, _token, continueOnCapturedContext);

    /// <inheritdoc cref="PooledValueTask{T}.Forget"/>
    public void Forget() => _operation?.Forget(_token);

    /// <summary>The type's name.</summary>
    public override string ToString() => nameof(PooledValueTask);

    /// <summary>A task that has completed successfully.</summary>
    public static PooledValueTask CompletedTask => default;

    /// <summary>Creates a task that has completed successfully with a result.</summary>
    /// <param name="result">The result.</param>
    public static PooledValueTask<T> FromResult<T>(T result) => new(result);

    /// <summary>Creates a task that has failed.</summary>
    /// <param name="exception">The exception that an await throws. An <see cref="OperationCanceledException"/> makes the task canceled, as
    /// it does when a pooled method throws it; ValueTask's method makes a faulted task of it.</param>
    /// <returns>A task of a pooled operation; it can be awaited once.</returns>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    public static PooledValueTask FromException(Exception exception) => WithoutResult(FromException<VoidResult>(exception));

    /// <inheritdoc cref="FromException(Exception)"/>
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
    public static PooledValueTask<T> FromCanceled<T>(CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested
            ? Failed<T>(Failure.Of(cancellationToken))
            : throw new ArgumentOutOfRangeException(
                nameof(cancellationToken), "The token has not been canceled. Cancel it first, or return a pending task.");

    internal static PooledValueTask<T> Failed<T>(object failure)
    {
        SourceOperation<T> operation = SourceOperation<T>.Rent();
        PooledValueTask<T> task = new(operation, default!, operation.Token);
        operation.TryFail(task._token, failure);
        return task;
    }

    internal PooledValueTask<VoidResult> WithVoidResult
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(_operation, default, _token);
    }

    internal static PooledValueTask WithoutResult(in PooledValueTask<VoidResult> task) => new(task._operation, task._token);
}

/// <summary>A <see cref="ValueTask{TResult}"/> whose operation is pooled: an <c>async</c> method that returns it allocates nothing in a
/// Release build, whether it suspends or not.</summary>
/// <remarks>As with a ValueTask, the result may be taken once: by <c>await</c>, by <see cref="Result"/>, by <see cref="AsTask"/>,
/// <see cref="Preserve"/> or <see cref="AsValueTask"/> and the use of their result, or by <see cref="Forget"/>. After that the handle is
/// stale, and its use throws <see cref="InvalidOperationException"/>. A task that completed synchronously is a plain value, so that a
/// second use of it is not detected. Completing and awaiting may happen on any threads. The semantics are those of the framework's
/// AsyncValueTaskMethodBuilder: ExecutionContext, SynchronizationContext, TaskScheduler, cancellation and exceptions.</remarks>
/// <example><code>
/// async PooledValueTask&lt;int&gt; SumAsync(Stream stream)
/// {
///     int first = await ReadAsync(stream);
///     int second = await ReadAsync(stream);
///     return first + second;
/// }
/// </code></example>
[AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
[DebuggerDisplay("{DebuggerDisplay,nq}")]
public readonly partial record struct PooledValueTask<T>
{
    /// <summary>The operation; null when the result is here.</summary>
    internal readonly Operation<T>? _operation;
    internal readonly T _result;
    internal readonly short _token;

    /// <summary>Creates a completed task.</summary>
    /// <param name="result">Its result.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in ValueTask: a few stores at the end of every method
    public PooledValueTask(T result)
    {
        _operation = null;
        _result = result;
        _token = 0;
    }

    /// <summary>Creates a task that completes as a framework's task does.</summary>
    /// <param name="task">The task. One that has completed successfully gives a completed pooled task without an operation; any other is
    /// followed by a pooled operation. Following a pending one allocates nothing on .NET, and 48 B on Mono.</param>
    /// <remarks>The new task can be awaited once, whereas a ValueTask of a Task can be awaited many times.</remarks>
    /// <exception cref="ArgumentNullException">The task is null.</exception>
    public PooledValueTask(Task<T> task)
    {
        Failures.ThrowIfNull(task);
        this = Adapter.Adapt(task);
    }

    /// <summary>Creates a task that completes as a source does.</summary>
    /// <param name="source">The source. This constructor consumes it: it registers for its completion, and takes the result.</param>
    /// <param name="token">The source's token for this operation.</param>
    /// <remarks>Allocates nothing. If the source refuses the token, the task fails with its exception.</remarks>
    /// <exception cref="ArgumentNullException">The source is null.</exception>
    public PooledValueTask(IValueTaskSource<T> source, short token)
    {
        Failures.ThrowIfNull(source);
        this = source is Operation<T> operation ? new PooledValueTask<T>(operation, default!, token)
            : Adapter.Adapt(new ValueTask<T>(source, token));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledValueTask(Operation<T>? operation, in T result, short token) // in: one copy fewer of a large result
    {
        _operation = operation;
        _result = result;
        _token = token;
    }

    /// <summary>Whether the task has no operation: a default instance, or a task that was complete from the start.</summary>
    public bool IsNull => _operation is null;

    /// <summary>Whether the operation has completed, with any outcome.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as in the awaiter: asked before an await to save the await
        get => _operation is null || _operation.IsCompleted(_token);
    }

    /// <summary>Whether the operation has completed with a result.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCompletedSuccessfully
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // as above
        get => _operation is null || _operation.GetStatus(_token) == ValueTaskSourceStatus.Succeeded;
    }

    /// <summary>Whether the operation has failed with an exception that is not an <see cref="OperationCanceledException"/>.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsFaulted => _operation is not null && _operation.GetStatus(_token) == ValueTaskSourceStatus.Faulted;

    /// <summary>Whether the operation was canceled, or has failed with an <see cref="OperationCanceledException"/>.</summary>
    /// <exception cref="InvalidOperationException">The result was already taken.</exception>
    public bool IsCanceled => _operation is not null && _operation.GetStatus(_token) == ValueTaskSourceStatus.Canceled;

    /// <summary>Takes the result and consumes the task.</summary>
    /// <remarks>While the operation is pending this property blocks the thread until it completes, where a ValueTask's behavior is
    /// undefined. It throws the operation's exception, not an <see cref="AggregateException"/>.</remarks>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    [DebuggerBrowsable(DebuggerBrowsableState.Never)] // a debugger that reads it would consume the task
    public T Result { [MethodImpl(MethodImplOptions.AggressiveInlining)] get => GetAwaiter().GetResult(); }

    private string DebuggerDisplay => _operation is null ? $"Completed, {_result}" : _operation.DescribeFully(_token);

    /// <summary>The same operation as a ValueTask; consume one of the two.</summary>
    public static implicit operator ValueTask<T>(in PooledValueTask<T> task) => task.AsValueTask();

    /// <summary>The same operation as a ValueTask; consume one of the two.</summary>
    /// <remarks>In an <c>async</c> method that returns a Task or a ValueTask of the framework, await this: its builder allocates a
    /// delegate, once for each suspended method, for every awaiter that is not the framework's.</remarks>
    public ValueTask<T> AsValueTask() => _operation is null ? new ValueTask<T>(_result) : new ValueTask<T>(_operation, _token);

    /// <summary>The operation as a <see cref="Task{TResult}"/>, which may be awaited many times; consumes this task.</summary>
    /// <returns>The Task that a pending pooled task was made of, or a new one, as <see cref="ValueTask{TResult}.AsTask"/> gives.</returns>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    public Task<T> AsTask() => Adapter.ToTask(this);

    /// <summary>The operation as a <see cref="ValueTask{TResult}"/> that may be awaited many times; consumes this task.</summary>
    /// <returns>A completed ValueTask if the operation has completed successfully, otherwise one with a Task.</returns>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has another awaiter.</exception>
    public ValueTask<T> Preserve() => AsValueTask().Preserve();

    /// <summary>Gets the awaiter; for the compiler.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public PooledValueTaskAwaiter<T> GetAwaiter() => new(_operation, _result, _token, continueOnCapturedContext: true);

    /// <summary>Configures where the awaiting method continues.</summary>
    /// <param name="continueOnCapturedContext">True to continue on the captured SynchronizationContext or TaskScheduler.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ConfiguredPooledValueTaskAwaitable<T> ConfigureAwait(bool continueOnCapturedContext) =>
        new(_operation, _result, _token, continueOnCapturedContext);

    /// <summary>The task in parts; the operation is null if the result is here. A task is written in narrow stores, for which a wide load
    /// waits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Operation<T>? Split(out T result, out int token)
    {
        result = _result;
        token = _token;
        return _operation;
    }

    /// <summary>Discards the result, so that the operation returns to its pool: now or on completion. Does not wait.</summary>
    /// <remarks>An exception is reported through <see cref="TaskScheduler.UnobservedTaskException"/> after a garbage collection; a
    /// cancellation isn't.</remarks>
    /// <exception cref="InvalidOperationException">The result was already taken, or the operation has an awaiter.</exception>
    public void Forget() => _operation?.Forget(_token);

    /// <summary>The result, if the task was complete from the start; otherwise the type's name.</summary>
    public override string ToString() => _operation is null ? _result?.ToString() ?? string.Empty : nameof(PooledValueTask);
}
