namespace PooledAwait;

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
