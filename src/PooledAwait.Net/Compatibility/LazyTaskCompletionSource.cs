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

/// <summary>The pooled state of a lazy source: an outcome or a task. The version, which never repeats, tells sources apart.</summary>
/// <remarks>Under the lock nothing runs but assignments and constructors. Tasks are completed outside of it.</remarks>
internal sealed class LazyTaskState<T>
{
    private static readonly OperationPool s_pool =
        OperationPools.Create(typeof(LazyTaskCompletionSource<T>), typeof(LazyTaskState<T>));

    private long _version;

    /// <summary>Guards all fields.</summary>
    private ShortLock _lock;

    /// <summary>How the source was completed before any code had read its task. A task that was read decides by itself.</summary>
    private Outcome _outcome;
    private TaskCreationOptions _options;

    /// <summary>The pending task's source; null if no code read the task while it was pending.</summary>
    private TaskCompletionSource<T>? _source;

    private Task? _task;

    internal long Version => _version;

    internal static LazyTaskState<T> Rent(TaskCreationOptions options)
    {
        LazyTaskState<T> state = s_pool.TryRent<LazyTaskState<T>>() ?? new LazyTaskState<T>();
        state._options = options;
        return state;
    }

    internal Task GetTask(long version)
    {
        Interleaving.Point();
        _lock.Enter();
        try
        {
            if (_version != version)
            {
                throw Failures.DisposedSource();
            }

            return _task ??= _outcome.IsPending ? (_source = new TaskCompletionSource<T>(_options)).Task : _outcome.ToTask();
        }
        finally
        {
            _lock.Exit();
        }
    }

    /// <summary>Completes the source, and its task if there is one. False if another call did, and for a disposed source.</summary>
    internal bool TryComplete(long version, in Outcome outcome)
    {
        Interleaving.Point();
        _lock.Enter();
        TaskCompletionSource<T>? source = _version == version ? _source : null;
        bool won = _version == version && source is null && _outcome.IsPending;
        if (won)
        {
            _outcome = outcome;
        }

        _lock.Exit();
        Interleaving.Point();
        return won || (source is not null && outcome.Complete(source));
    }

    internal void Dispose(long version)
    {
        Interleaving.Point();
        _lock.Enter();
        bool isCurrent = _version == version;
        TaskCompletionSource<T>? source = isCurrent ? _source : null;
        if (isCurrent)
        {
            _version++;
            _outcome = default;
            _source = null;
            _task = null;
        }

        _lock.Exit();
        if (isCurrent)
        {
            s_pool.Return(this);
            Interleaving.Point();
            source?.TrySetCanceled(); // unless it is complete
        }
    }

    /// <summary>How a source was completed (RanToCompletion, Faulted or Canceled); a default instance while it is pending.</summary>
    internal readonly struct Outcome(
        TaskStatus status, T result = default!, Exception? exception = null, CancellationToken cancellationToken = default)
    {
        internal bool IsPending => status == default;

        internal bool Complete(TaskCompletionSource<T> source) => status switch
        {
            TaskStatus.RanToCompletion => source.TrySetResult(result),
            TaskStatus.Faulted => source.TrySetException(exception!),
            _ => source.TrySetCanceled(cancellationToken),
        };

        internal Task ToTask()
        {
            if (status == TaskStatus.RanToCompletion)
            {
                return typeof(T) == typeof(VoidResult) ? Task.CompletedTask : Task.FromResult(result);
            }

            // Not Task.FromCanceled, which refuses a token that is not canceled; SetCanceled takes any.
            TaskCompletionSource<T> source = new();
            Complete(source);
            return source.Task;
        }
    }
}
