using System;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>An operation that the driver completes: of the framework where a program runs on that, of the library otherwise.</summary>
internal sealed class Leaf : IValueTaskSource<int>
{
    private readonly World _world;
    private readonly LeafKind _kind;
    private readonly Outcome _outcome;
    private readonly PooledValueTaskSource<int> _pooled;
    private readonly PooledValueTask<int> _pooledTask;
    private readonly CancellationTokenSource? _cancellation;
    private ManualResetValueTaskSourceCore<int> _source;

    internal Leaf(World world, LeafKind kind, Outcome outcome)
    {
        _world = world;
        _kind = kind;
        _outcome = outcome;
        _cancellation = kind == LeafKind.Cancelable ? world.NewCancellation() : null;
        if (world.IsOurs && kind != LeafKind.Other)
        {
            _pooled = _cancellation is null
                ? PooledValueTaskSource<int>.Create()
                : PooledValueTaskSource<int>.Create(_cancellation.Token);
            _pooledTask = _pooled.PooledTask;
        }
    }

    /// <summary>Whether <see cref="Pooled"/> is what to await; <see cref="ValueTask"/> otherwise.</summary>
    internal bool IsPooled => _world.IsOurs && _kind is (LeafKind.Own or LeafKind.Cancelable);

    internal PooledValueTask<int> Pooled => _pooledTask;

    internal ValueTask<int> ValueTask =>
        _world.IsOurs && _kind == LeafKind.OwnAsValueTask ? _pooledTask.AsValueTask() : new ValueTask<int>(this, 0);

    internal void Complete()
    {
        if (_kind == LeafKind.Cancelable && _outcome.Kind == OutcomeKind.Cancels)
        {
            if (!_world.IsOurs)
            {
                _source.SetException(new TaskCanceledException("A task was canceled.", null, _cancellation!.Token));
            }

            _cancellation!.Cancel();
        }
        else if (_world.IsOurs && _kind != LeafKind.Other)
        {
            if (_outcome.Kind == OutcomeKind.Succeeds)
            {
                _pooled.SetResult(_outcome.Id);
            }
            else
            {
                _pooled.SetException(_world.ExceptionOf(_outcome));
            }
        }
        else if (_outcome.Kind == OutcomeKind.Succeeds)
        {
            _source.SetResult(_outcome.Id);
        }
        else
        {
            _source.SetException(_world.ExceptionOf(_outcome));
        }
    }

    /// <summary>Registers a callback by hand.</summary>
    internal void Register(Action continuation, bool flows, bool inContext)
    {
        if (IsPooled && inContext)
        {
            PooledValueTaskAwaiter<int> awaiter = Pooled.GetAwaiter();
            Register(ref awaiter, continuation, flows);
        }
        else if (IsPooled)
        {
            var awaiter = Pooled.ConfigureAwait(false).GetAwaiter();
            Register(ref awaiter, continuation, flows);
        }
        else
        {
            var awaiter = ValueTask.ConfigureAwait(inContext).GetAwaiter();
            Register(ref awaiter, continuation, flows);
        }
    }

    internal int Take() => IsPooled ? Pooled.GetAwaiter().GetResult() : ValueTask.GetAwaiter().GetResult();

    private static void Register<TAwaiter>(ref TAwaiter awaiter, Action continuation, bool flows)
        where TAwaiter : System.Runtime.CompilerServices.ICriticalNotifyCompletion
    {
        if (flows)
        {
            awaiter.OnCompleted(continuation);
        }
        else
        {
            awaiter.UnsafeOnCompleted(continuation);
        }
    }

    int IValueTaskSource<int>.GetResult(short token) => _source.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);
}
