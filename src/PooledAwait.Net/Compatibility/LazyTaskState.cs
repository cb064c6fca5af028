namespace PooledAwait;

/// <summary>The pooled state of a lazy source: an outcome or a task. The version, which never repeats, tells sources apart.</summary>
/// <remarks>Under the lock nothing runs but assignments and constructors. Tasks are completed outside of it.</remarks>
internal sealed class LazyTaskState<T>
{
    private static readonly OperationPool s_pool = OperationPools.Create(typeof(LazyTaskCompletionSource<T>));

    private long _version;

    /// <summary>Guards all fields.</summary>
    private ShortLock _lock;
    private Outcome _outcome;
    private TaskCreationOptions _options;

    /// <summary>The pending task's source; null if no code read the task while it was pending.</summary>
    private TaskCompletionSource<T>? _source;

    private Task? _task;

    private LazyTaskState()
    {
    }

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
            return _version == version ? _task ??= MakeTask() : throw Failures.DisposedSource();
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
        bool won = _version == version && _outcome.IsPending;
        if (won)
        {
            _outcome = outcome;
        }

        _lock.Exit();
        if (source is not null && won)
        {
            Interleaving.Point();
            outcome.Complete(source);
        }
        else if (source is not null)
        {
            WaitUntilCompleted(source.Task);
        }

        return won;
    }

    internal void Dispose(long version)
    {
        Interleaving.Point();
        _lock.Enter();
        bool isCurrent = _version == version;
        TaskCompletionSource<T>? pending = isCurrent && _outcome.IsPending ? _source : null;
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
            pending?.TrySetCanceled();
        }
    }

    private Task MakeTask()
    {
        if (!_outcome.IsPending)
        {
            return _outcome.ToTask();
        }

        _source = new TaskCompletionSource<T>(_options);
        return _source.Task;
    }

    /// <summary>As with TaskCompletionSource, the task is complete when a setter returns false. The winner is between the lock and the
    /// completion, where it runs no user code.</summary>
    private static void WaitUntilCompleted(Task task)
    {
        UninterruptedWait wait = default;
        while (!task.IsCompleted)
        {
            Interleaving.WaitFor(() => task.IsCompleted);
            wait.SpinOnce();
        }

        wait.End();
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
