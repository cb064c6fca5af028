namespace PooledAwait;

/// <inheritdoc cref="LazyTaskCompletionSource{T}"/>
/// <example><code>
/// using LazyTaskCompletionSource source = LazyTaskCompletionSource.Create();
/// Task task = source.Task; // made now, because someone asks for it
/// source.SetResult();
/// await task;
/// </code></example>
public readonly record struct LazyTaskCompletionSource : IDisposable
{
    private readonly LazyTaskCompletionSource<VoidResult> _source;

    private LazyTaskCompletionSource(LazyTaskCompletionSource<VoidResult> source) => _source = source;

    /// <summary>A constant that is complete. It is shared, and can be neither completed nor disposed.</summary>
    public static LazyTaskCompletionSource CompletedTask => new(LazyTaskCompletionSource<VoidResult>.CompletedTask);

    /// <summary>A constant that is canceled. It is shared, and can be neither completed nor disposed.</summary>
    public static LazyTaskCompletionSource CanceledTask => new(LazyTaskCompletionSource<VoidResult>.CanceledTask);

    /// <inheritdoc cref="LazyTaskCompletionSource{T}.Task"/>
    public Task Task => _source.AnyTask;

    /// <summary>Whether this is a default instance, on which <c>TrySet</c> methods return false and <c>Set</c> methods throw.</summary>
    public bool IsNull => _source.IsNull;

    /// <summary>Creates a pending source. Dispose of it after the last use. Continuations may run inside the setter.</summary>
    public static LazyTaskCompletionSource Create() => Create(TaskCreationOptions.None);

    /// <inheritdoc cref="LazyTaskCompletionSource{T}.Create(TaskCreationOptions)"/>
    public static LazyTaskCompletionSource Create(TaskCreationOptions options) => new(LazyTaskCompletionSource<VoidResult>.Create(options));

    /// <summary>Completes the task.</summary>
    /// <exception cref="InvalidOperationException">It is already complete, a constant, disposed, or a default instance.</exception>
    public void SetResult() => _source.SetResult(default);

    /// <inheritdoc cref="LazyTaskCompletionSource{T}.SetException"/>
    public void SetException(Exception exception) => _source.SetException(exception);

    /// <inheritdoc cref="LazyTaskCompletionSource{T}.SetCanceled"/>
    public void SetCanceled(CancellationToken cancellationToken = default) => _source.SetCanceled(cancellationToken);

    /// <summary>Completes the task.</summary>
    /// <returns>Whether this call completed the task; always false for a constant, a disposed source and a default instance.</returns>
    public bool TrySetResult() => _source.TrySetResult(default);

    /// <inheritdoc cref="LazyTaskCompletionSource{T}.TrySetException"/>
    public bool TrySetException(Exception exception) => _source.TrySetException(exception);

    /// <inheritdoc cref="LazyTaskCompletionSource{T}.TrySetCanceled"/>
    public bool TrySetCanceled(CancellationToken cancellationToken = default) => _source.TrySetCanceled(cancellationToken);

    /// <inheritdoc cref="LazyTaskCompletionSource{T}.Dispose"/>
    public void Dispose() => _source.Dispose();

    /// <summary>The type's name.</summary>
    public override string ToString() => "LazyTaskCompletionSource";
}

/// <summary>A TaskCompletionSource that creates its task when code first reads it. Completing it before that allocates nothing.</summary>
/// <remarks>Thread-safe. The task is a real Task with the status, token and exception that a TaskCompletionSource gives it. It may be
/// awaited many times and is never recycled. Continuations run inside the setter that completes it, under no lock. The source is pooled:
/// <see cref="Dispose"/> it when code uses neither its setters nor <see cref="Task"/> any more. A source that is not disposed of goes to
/// the garbage collector. The exception of a task that no code has read is dropped.</remarks>
/// <example><code>
/// using LazyTaskCompletionSource&lt;int&gt; source = LazyTaskCompletionSource&lt;int&gt;.Create();
/// Task&lt;int&gt; task = source.Task; // made now, because someone asks for it
/// source.SetResult(42);
/// int result = await task;
/// </code></example>
public readonly record struct LazyTaskCompletionSource<T> : IDisposable
{
    /// <summary>Null; the <see cref="LazyTaskState{T}"/>; or the task of a constant.</summary>
    private readonly object? _state;
    private readonly long _version;

    private LazyTaskCompletionSource(object state, long version)
    {
        _state = state;
        _version = version;
    }

    /// <summary>A constant that is canceled. It is shared, and can be neither completed nor disposed.</summary>
    public static LazyTaskCompletionSource<T> CanceledTask { get; } = new(new LazyTaskState<T>.Outcome(TaskStatus.Canceled).ToTask(), 0);

    internal static LazyTaskCompletionSource<T> CompletedTask => new(System.Threading.Tasks.Task.CompletedTask, 0);

    /// <summary>The task, always the same one; created by the first call.</summary>
    /// <exception cref="InvalidOperationException">The source was disposed, or is a default instance.</exception>
    public Task<T> Task => (Task<T>)AnyTask;

    /// <summary>Whether this is a default instance, on which <c>TrySet</c> methods return false and <c>Set</c> methods throw.</summary>
    public bool IsNull => _state is null;

    /// <summary>The task; without a result it is the framework's completed one.</summary>
    internal Task AnyTask => _state switch
    {
        LazyTaskState<T> state => state.GetTask(_version),
        Task constant => constant,
        _ => throw Failures.NullSource(),
    };

    /// <summary>Creates a pending source. Dispose of it after the last use. Continuations may run inside the setter.</summary>
    public static LazyTaskCompletionSource<T> Create() => Create(TaskCreationOptions.None);

    /// <summary>Creates a pending source. Dispose of it after the last use.</summary>
    /// <param name="options"><see cref="TaskCreationOptions.None"/>: continuations may run inside the setter, before it returns.
    /// <see cref="TaskCreationOptions.RunContinuationsAsynchronously"/>: they are queued to the thread pool, through the local queue of the
    /// setter's thread. A Task can't have them queued globally; a <see cref="PooledValueTaskSource{T}"/> can.</param>
    /// <exception cref="ArgumentOutOfRangeException">Another option.</exception>
    public static LazyTaskCompletionSource<T> Create(TaskCreationOptions options)
    {
        LazyTaskState<T> state = LazyTaskState<T>.Rent(SourceOptions.ValidateForTask(options, nameof(options)));
        return new(state, state.Version);
    }

    /// <summary>Creates a completed constant. It can't be completed again, and disposing of it does nothing.</summary>
    /// <param name="value">The result.</param>
    public static LazyTaskCompletionSource<T> CreateConstant(T value) => new(System.Threading.Tasks.Task.FromResult(value), 0);

    /// <summary>Completes the task with a result.</summary>
    /// <param name="result">The result.</param>
    /// <exception cref="InvalidOperationException">It is already complete, a constant, disposed, or a default instance.</exception>
    public void SetResult(T result) => Failures.Demand(TrySetResult(result), _state);

    /// <summary>Completes the task with an exception. The task is Faulted, even by an OperationCanceledException.</summary>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    /// <exception cref="InvalidOperationException">It is already complete, a constant, disposed, or a default instance.</exception>
    public void SetException(Exception exception) => Failures.Demand(TrySetException(exception), _state);

    /// <summary>Cancels the task.</summary>
    /// <param name="cancellationToken">The token that its exception carries.</param>
    /// <exception cref="InvalidOperationException">It is already complete, a constant, disposed, or a default instance.</exception>
    public void SetCanceled(CancellationToken cancellationToken = default) => Failures.Demand(TrySetCanceled(cancellationToken), _state);

    /// <summary>Completes the task with a result.</summary>
    /// <param name="result">The result.</param>
    /// <returns>Whether this call completed the task; always false for a constant, a disposed source and a default instance.</returns>
    public bool TrySetResult(T result) => TryComplete(new(TaskStatus.RanToCompletion, result));

    /// <summary>Completes the task with an exception. The task is Faulted, even by an OperationCanceledException.</summary>
    /// <param name="exception">The exception.</param>
    /// <returns>Whether this call completed the task; always false for a constant, a disposed source and a default instance.</returns>
    /// <exception cref="ArgumentNullException">The exception is null.</exception>
    public bool TrySetException(Exception exception)
    {
        Failures.ThrowIfNull(exception);
        return TryComplete(new(TaskStatus.Faulted, exception: exception));
    }

    /// <summary>Cancels the task.</summary>
    /// <param name="cancellationToken">The token that its exception carries.</param>
    /// <returns>Whether this call completed the task; always false for a constant, a disposed source and a default instance.</returns>
    public bool TrySetCanceled(CancellationToken cancellationToken = default) =>
        TryComplete(new(TaskStatus.Canceled, cancellationToken: cancellationToken));

    /// <summary>Returns the source's object to its pool. The source and every copy of it become invalid. The task stays valid; a pending
    /// task is canceled. Constants, default instances and disposed sources are left unchanged.</summary>
    public void Dispose() => (_state as LazyTaskState<T>)?.Dispose(_version);

    /// <summary>The type's name.</summary>
    public override string ToString() => "LazyTaskCompletionSource";

    private bool TryComplete(in LazyTaskState<T>.Outcome outcome) =>
        _state is LazyTaskState<T> state && state.TryComplete(_version, outcome);
}
