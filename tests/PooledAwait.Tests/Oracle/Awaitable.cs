using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Tests.Oracle;

/// <summary>
/// One operation to await. It is completed only when someone awaits it: whether an await suspends must not depend on which
/// thread was faster, because what runs after it does.
/// </summary>
internal sealed class Awaitable : IValueTaskSource<int>
{
    private readonly Outcome _outcome;
    private readonly AwaitableKind _kind;
    private readonly TaskCompletionSource<int> _task = new();
    private readonly PooledValueTaskSource<int> _pooled;
    private readonly PooledValueTask<int> _pooledTask;
    private ManualResetValueTaskSourceCore<int> _source;
    private int _isRegistered;

    internal Awaitable(AwaitableKind kind, Outcome outcome)
    {
        _kind = kind;
        _outcome = outcome;
        ForeignAwaiter = new Foreign(this);
        CriticalAwaiter = new Critical(this);
        if (kind is AwaitableKind.Pooled or AwaitableKind.ValueTaskOfOurs)
        {
            _pooled = PooledValueTaskSource<int>.Create();
            _pooledTask = _pooled.PooledTask;
        }

        if (IsComplete)
        {
            Complete();
        }
    }

    internal bool IsComplete => _kind is AwaitableKind.CompletedTask or AwaitableKind.CompletedValueTask;

    internal Task<int> Task => _task.Task;

    internal ValueTask<int> ValueTask => _kind switch
    {
        AwaitableKind.ValueTaskOfOurs => _pooled.Task,
        AwaitableKind.CompletedValueTask => new ValueTask<int>(_task.Task),
        _ => new ValueTask<int>(this, 0),
    };

    internal PooledValueTask<int> Pooled => _pooledTask;

    internal Awaiter<Foreign> ForeignAwaitable => new(ForeignAwaiter);

    internal Awaiter<Critical> CriticalAwaitable => new(CriticalAwaiter);

    private Foreign ForeignAwaiter { get; }

    private Critical CriticalAwaiter { get; }

    private bool IsAwaited => _kind switch
    {
        AwaitableKind.Task => ContinuationOf(_task.Task) is not null,
        AwaitableKind.Pooled or AwaitableKind.ValueTaskOfOurs =>
            _pooledTask._operation!.Describe(_pooledTask._token) == "Pending, awaited",
        _ => Volatile.Read(ref _isRegistered) != 0,
    };

    /// <summary>Waits until someone awaits it, and completes it.</summary>
    internal void CompleteWhenAwaited()
    {
        SpinWait wait = default;
        while (!IsAwaited)
        {
            wait.SpinOnce();
        }

        Complete();
    }

    private void Complete()
    {
        switch (_kind)
        {
            case AwaitableKind.Pooled or AwaitableKind.ValueTaskOfOurs when _outcome.Kind == OutcomeKind.Succeeds:
                _pooled.SetResult(_outcome.Id);
                break;
            case AwaitableKind.Pooled or AwaitableKind.ValueTaskOfOurs:
                _pooled.SetException(_outcome.ToException());
                break;
            case AwaitableKind.ValueTask when _outcome.Kind == OutcomeKind.Succeeds:
                _source.SetResult(_outcome.Id);
                break;
            case AwaitableKind.ValueTask:
                _source.SetException(_outcome.ToException());
                break;
            default:
                CompleteTask();
                ForeignAwaiter.Continuation?.Invoke();
                CriticalAwaiter.Continuation?.Invoke();
                break;
        }
    }

    private void CompleteTask()
    {
        switch (_outcome.Kind)
        {
            case OutcomeKind.Succeeds:
                _task.SetResult(_outcome.Id);
                break;
            case OutcomeKind.Cancels:
                _task.SetCanceled(Machine.Token(_outcome.Id));
                break;
            default:
                _task.SetException(_outcome.ToException());
                break;
        }
    }

    int IValueTaskSource<int>.GetResult(short token) => _source.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _source.OnCompleted(continuation, state, token, flags);
        Volatile.Write(ref _isRegistered, 1);
    }

    /// <summary>What a task calls when it completes; there is no public way to see whether someone awaits it.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_continuationObject")]
    private static extern ref object? ContinuationOf(Task task);

    internal readonly struct Awaiter<T>(T awaiter)
    {
        public T GetAwaiter() => awaiter;
    }

    internal class Foreign(Awaitable operation) : INotifyCompletion
    {
        internal Action? Continuation { get; private set; }

        public bool IsCompleted => false;

        public int GetResult() => operation._task.Task.GetAwaiter().GetResult();

        public void OnCompleted(Action continuation)
        {
            Continuation = continuation;
            Volatile.Write(ref operation._isRegistered, 1);
        }
    }

    internal sealed class Critical(Awaitable operation) : Foreign(operation), ICriticalNotifyCompletion
    {
        public void UnsafeOnCompleted(Action continuation) => OnCompleted(continuation);
    }
}
