using System;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait;

/// <summary>
/// The state of a lazy source: an outcome without a task, or a task. It is pooled. The version tells the present source from earlier ones,
/// and never repeats.
/// </summary>
/// <remarks>
/// Under the lock nothing runs but assignments and constructors: tasks are completed, and so continuations run, outside.
/// </remarks>
/// <typeparam name="T">The result; <see cref="VoidResult"/> where there is none.</typeparam>
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

    /// <summary>The task; null if no code has read it.</summary>
    private Task? _task;

    private LazyTaskState()
    {
    }

    private enum Kind : byte
    {
        Pending,
        Result,
        Exception,
        Canceled,
    }

    /// <summary>The version of the present source; read by its creator.</summary>
    internal long Version => _version;

    internal static LazyTaskState<T> Rent(TaskCreationOptions options)
    {
        LazyTaskState<T> state = s_pool.TryRent<LazyTaskState<T>>() ?? new LazyTaskState<T>();
        state._options = options;
        return state;
    }

    /// <summary>The task, created by the first call.</summary>
    /// <exception cref="InvalidOperationException">The source was disposed.</exception>
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

    internal bool TrySetResult(long version, T result) => TryComplete(version, new Outcome(Kind.Result, result: result));

    internal bool TrySetException(long version, Exception exception) =>
        TryComplete(version, new Outcome(Kind.Exception, exception: exception));

    internal bool TrySetCanceled(long version, CancellationToken cancellationToken) =>
        TryComplete(version, new Outcome(Kind.Canceled, cancellationToken: cancellationToken));

    /// <summary>Ends a source's use: cancels a pending task and returns the object to its pool.</summary>
    internal void Dispose(long version)
    {
        TaskCompletionSource<T>? pending;
        Interleaving.Point();
        _lock.Enter();
        try
        {
            if (_version != version)
            {
                return;
            }

            pending = _outcome.Kind == Kind.Pending ? _source : null;
            _version++;
            _outcome = default;
            _source = null;
            _task = null;
        }
        finally
        {
            _lock.Exit();
        }

        s_pool.Return(this);
        Interleaving.Point();
        pending?.TrySetCanceled();
    }

    private bool TryComplete(long version, in Outcome outcome)
    {
        bool won = false;
        TaskCompletionSource<T>? source;
        Interleaving.Point();
        _lock.Enter();
        try
        {
            if (_version != version)
            {
                return false;
            }

            source = _source;
            if (_outcome.Kind == Kind.Pending)
            {
                won = true;
                _outcome = outcome;
            }
        }
        finally
        {
            _lock.Exit();
        }

        if (source is not null)
        {
            if (won)
            {
                Interleaving.Point();
                outcome.Complete(source);
            }
            else
            {
                WaitUntilCompleted(source.Task);
            }
        }

        return won;
    }

    private Task MakeTask()
    {
        if (_outcome.Kind != Kind.Pending)
        {
            return _outcome.ToTask();
        }

        _source = new TaskCompletionSource<T>(_options);
        return _source.Task;
    }

    /// <summary>
    /// As with TaskCompletionSource, the task is complete when a setter returns false. The winner is between the lock and the completion,
    /// where it runs no user code.
    /// </summary>
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

    /// <summary>How a source was completed; a default instance while it is pending.</summary>
    private readonly struct Outcome(
        Kind kind, T result = default!, Exception? exception = null, CancellationToken cancellationToken = default)
    {
        internal Kind Kind => kind;

        internal void Complete(TaskCompletionSource<T> source)
        {
            switch (kind)
            {
                case Kind.Result:
                    source.TrySetResult(result);
                    break;
                case Kind.Exception:
                    source.TrySetException(exception!);
                    break;
                default:
                    source.TrySetCanceled(cancellationToken);
                    break;
            }
        }

        internal Task ToTask()
        {
            if (kind == Kind.Result)
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
