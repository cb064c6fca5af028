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
    private bool _runContinuationsAsynchronously;

    /// <summary>The pending task's source; null if no code read the task while it was pending.</summary>
    private TaskCompletionSource<T>? _source;

    /// <summary>The task; null if no code has read it.</summary>
    private Task? _task;

    // The outcome, unless a task has it.
    private T _result = default!;
    private Exception? _exception;
    private CancellationToken _cancellationToken;

    private LazyTaskState()
    {
    }

    private enum Outcome : byte
    {
        Pending,
        Result,
        Exception,
        Canceled,
    }

    /// <summary>The version of the present source; read by its creator.</summary>
    internal long Version => _version;

    internal static LazyTaskState<T> Rent(bool runContinuationsAsynchronously)
    {
        LazyTaskState<T> state = s_pool.TryRent<LazyTaskState<T>>() ?? new LazyTaskState<T>();
        state._runContinuationsAsynchronously = runContinuationsAsynchronously;
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

    internal bool TrySetResult(long version, T result) => TryComplete(version, Outcome.Result, result, null, default);

    internal bool TrySetException(long version, Exception exception) =>
        TryComplete(version, Outcome.Exception, default!, exception, default);

    internal bool TrySetCanceled(long version, CancellationToken cancellationToken) =>
        TryComplete(version, Outcome.Canceled, default!, null, cancellationToken);

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

            pending = _outcome == Outcome.Pending ? _source : null;
            _version++;
            _outcome = Outcome.Pending;
            _source = null;
            _task = null;
            _result = default!;
            _exception = null;
            _cancellationToken = default;
        }
        finally
        {
            _lock.Exit();
        }

        s_pool.Return(this);
        Interleaving.Point();
        pending?.TrySetCanceled();
    }

    private bool TryComplete(long version, Outcome outcome, T result, Exception? exception, CancellationToken cancellationToken)
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
            if (_outcome == Outcome.Pending)
            {
                won = true;
                _outcome = outcome;
                if (source is null)
                {
                    _result = result;
                    _exception = exception;
                    _cancellationToken = cancellationToken;
                }
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
                Complete(source, outcome, result, exception, cancellationToken);
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
        switch (_outcome)
        {
            case Outcome.Result when typeof(T) == typeof(VoidResult):
                return Task.CompletedTask;
            case Outcome.Result:
                return Task.FromResult(_result);
            case Outcome.Exception:
                return Task.FromException<T>(_exception!);
            case Outcome.Canceled:
                // Not Task.FromCanceled, which refuses a token that is not canceled; SetCanceled takes any.
                TaskCompletionSource<T> canceled = new();
                canceled.TrySetCanceled(_cancellationToken);
                return canceled.Task;
            default:
                _source = new TaskCompletionSource<T>(
                    _runContinuationsAsynchronously ? TaskCreationOptions.RunContinuationsAsynchronously : TaskCreationOptions.None);
                return _source.Task;
        }
    }

    private static void Complete(
        TaskCompletionSource<T> source, Outcome outcome, T result, Exception? exception, CancellationToken cancellationToken)
    {
        switch (outcome)
        {
            case Outcome.Result:
                source.TrySetResult(result);
                break;
            case Outcome.Exception:
                source.TrySetException(exception!);
                break;
            default:
                source.TrySetCanceled(cancellationToken);
                break;
        }
    }

    /// <summary>
    /// As with TaskCompletionSource, the task is complete when a setter returns false. The winner is between the lock and the completion,
    /// where it runs no user code.
    /// </summary>
    private static void WaitUntilCompleted(Task task)
    {
        SpinWait wait = default;
        while (!task.IsCompleted)
        {
            Interleaving.WaitFor(() => task.IsCompleted);
            wait.SpinOnce();
        }
    }
}
