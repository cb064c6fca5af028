namespace PooledAwait.Tests.Oracle;

/// <summary>One operation to await: of the framework where a program runs on that, of the library otherwise.</summary>
internal sealed class Leaf : IValueTaskSource<int>
{
    private readonly World _world;
    private readonly LeafKind _kind;
    private readonly Outcome _outcome;
    private readonly bool _isOurs;
    private readonly TaskCompletionSource<int> _task;
    private readonly PooledValueTaskSource<int> _pooled;
    private readonly CancellationTokenSource? _cancellation;
    private ManualResetValueTaskSourceCore<int> _source;
    private int _isRegistered;

    internal Leaf(World world, LeafKind kind, Outcome outcome)
    {
        _world = world;
        _kind = kind;
        _outcome = outcome;
        _task = new TaskCompletionSource<int>(kind is LeafKind.OwnOfAsynchronousTask or LeafKind.AsynchronousTask
            ? TaskCreationOptions.RunContinuationsAsynchronously
            : TaskCreationOptions.None);
        _isOurs = world.IsOurs && kind is (LeafKind.Own or LeafKind.OwnAsValueTask or LeafKind.Cancelable or LeafKind.Raced);
        if (kind is LeafKind.Cancelable or LeafKind.Raced or LeafKind.WaitOfTask)
        {
            _cancellation = world.NewCancellation();
        }

        if (_isOurs)
        {
            _pooled = _cancellation is null
                ? PooledValueTaskSource<int>.Create()
                : PooledValueTaskSource<int>.Create(_cancellation.Token);
            Pooled = _pooled.PooledTask;
        }
        else if (IsOfTask && world.IsOurs)
        {
            PooledValueTask<int> task = new(_task.Task);
            Pooled = kind == LeafKind.WaitOfTask ? task.WaitAsync(_cancellation!.Token) : task;
        }

        Shape = Pooled != default && kind != LeafKind.OwnAsValueTask ? Shape.Pooled
            : kind is LeafKind.Task or LeafKind.AsynchronousTask or LeafKind.CompletedTask ? Shape.Task
            : Shape.ValueTask;
        if (IsComplete)
        {
            Complete();
        }
    }

    /// <summary>Which of the three properties is what to await.</summary>
    internal Shape Shape { get; }

    /// <summary>Whether it is complete from the start.</summary>
    internal bool IsComplete => _kind is LeafKind.CompletedTask or LeafKind.CompletedValueTask;

    /// <summary>What is canceled while this is completed; null where nothing is.</summary>
    internal CancellationTokenSource? Raced => _kind == LeafKind.Raced && _isOurs ? _cancellation : null;

    internal Task<int> Task => _task.Task;

    internal PooledValueTask<int> Pooled { get; }

    internal ValueTask<int> ValueTask =>
        IsComplete ? new ValueTask<int>(_task.Task) : _isOurs ? Pooled.AsValueTask() : new ValueTask<int>(this, 0);

    private bool IsOfTask => _kind is LeafKind.OwnOfTask or LeafKind.OwnOfAsynchronousTask or LeafKind.WaitOfTask;

    private bool IsAwaited => Shape switch
    {
        Shape.Task => ContinuationOf(_task.Task) is not null,
        _ when Pooled != default => Pooled._operation!.Describe(Pooled._token) == "Pending, awaited",
        _ => Volatile.Read(ref _isRegistered) != 0,
    };

    /// <summary>
    /// Waits until someone awaits it, because whether an await suspends must not depend on which thread was faster: what runs after it
    /// does.
    /// </summary>
    internal void WaitUntilAwaited()
    {
        SpinWait wait = default;
        while (!IsAwaited)
        {
            wait.SpinOnce();
        }
    }

    internal void Complete()
    {
        bool succeeds = _outcome.Kind == OutcomeKind.Succeeds;
        if (Raced is not null)
        {
            _pooled.TrySetResult(_outcome.Id);
        }
        else if (_kind == LeafKind.Cancelable && _outcome.Kind == OutcomeKind.Cancels)
        {
            if (!_isOurs)
            {
                _source.SetException(new TaskCanceledException("A task was canceled.", null, _cancellation!.Token));
            }

            _cancellation!.Cancel();
        }
        else if (_isOurs && succeeds)
        {
            _pooled.SetResult(_outcome.Id);
        }
        else if (_isOurs)
        {
            _pooled.SetException(World.ExceptionOf(_outcome));
        }
        else if (Shape == Shape.Task || IsComplete || Pooled != default)
        {
            Twin.Complete(_task, _outcome.Id, succeeds ? null : World.ExceptionOf(_outcome));
            _cancellation?.Cancel();
        }
        else if (succeeds)
        {
            _source.SetResult(_outcome.Id);
        }
        else
        {
            _source.SetException(IsOfTask && _outcome.Kind == OutcomeKind.Cancels
                ? new TaskCanceledException("A task was canceled.", null, World.TokenOf(_outcome))
                : World.ExceptionOf(_outcome));
        }
    }

    /// <summary>Registers a callback by hand.</summary>
    internal void Register(Action continuation, bool flows, bool inContext)
    {
        ICriticalNotifyCompletion awaiter = Shape != Shape.Pooled ? ValueTask.ConfigureAwait(inContext).GetAwaiter()
            : inContext ? Pooled.GetAwaiter()
            : Pooled.ConfigureAwait(false).GetAwaiter();
        Register(awaiter, continuation, flows);
    }

    internal int Take() => Shape == Shape.Pooled ? Pooled.GetAwaiter().GetResult() : ValueTask.GetAwaiter().GetResult();

    internal static void Register(ICriticalNotifyCompletion awaiter, Action continuation, bool flows)
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

    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _source.OnCompleted(continuation, state, token, flags);
        Volatile.Write(ref _isRegistered, 1);
    }

    /// <summary>What a task calls when it completes; there is no public way to see whether someone awaits it.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_continuationObject")]
    private static extern ref object? ContinuationOf(Task task);
}

/// <summary>
/// An awaiter that is nobody's. Where a deliberate difference is concerned, it does with the framework what the library promises:
/// it calls back once, and an exception of OnCompleted becomes the await's.
/// </summary>
internal sealed class Foreign(World world, ForeignKind kind, Outcome outcome) : INotifyCompletion
{
    private Leaf? _passedTo;
    private bool _isLeafComplete;
    private bool _isCalledBack;

    public bool IsCompleted => !world.IsOurs && kind is (ForeignKind.Throw or ForeignKind.ThrowThenLate);

    public Foreign GetAwaiter() => this;

    public int GetResult()
    {
        if (IsCompleted)
        {
            OnCompleted(static () => { });
        }

        if (_passedTo is not null)
        {
            return _isLeafComplete ? _passedTo.Take() : -1;
        }

        return outcome.Kind == OutcomeKind.Succeeds ? outcome.Id : throw World.ExceptionOf(outcome);
    }

    public void OnCompleted(Action continuation)
    {
        if (kind is ForeignKind.Throw or ForeignKind.ThrowThenLate)
        {
            if (kind == ForeignKind.ThrowThenLate)
            {
                world.Add("late call", continuation, () => true);
            }

            throw World.ExceptionOf(outcome);
        }

        Action callBack = CallBack;
        switch (kind)
        {
            case ForeignKind.Late:
                world.Add("call", callBack);
                break;
            case ForeignKind.LateTwice:
                world.Add("first call", callBack, () => _isCalledBack);
                world.Add("second call", callBack, () => _isCalledBack);
                break;
            case ForeignKind.PassOn:
                _passedTo = new Leaf(world, LeafKind.Own, outcome with { Kind = OutcomeKind.Succeeds });
                _passedTo.Register(callBack, flows: false, inContext: false);
                world.Add("leaf of two", CompleteLeaf, () => _isCalledBack);
                world.Add("call of two", callBack, () => _isCalledBack);
                break;
            case ForeignKind.Inline:
                callBack();
                break;
            default:
                callBack();
                world.Add("second call", callBack, () => true);
                break;
        }

        void CompleteLeaf()
        {
            _isLeafComplete = true;
            _passedTo!.Complete();
        }

        void CallBack()
        {
            if (world.IsOurs || !_isCalledBack)
            {
                _isCalledBack = true;
                world.Complete(continuation);
            }
        }
    }
}

/// <summary>The same with UnsafeOnCompleted, which builders prefer, and as a struct, like the awaiters of most libraries.</summary>
internal readonly struct CriticalForeign(Foreign awaiter) : ICriticalNotifyCompletion
{
    public bool IsCompleted => awaiter.IsCompleted;

    public CriticalForeign GetAwaiter() => this;

    public int GetResult() => awaiter.GetResult();

    public void OnCompleted(Action continuation) => throw new TestException("the builder must prefer UnsafeOnCompleted");

    public void UnsafeOnCompleted(Action continuation) => awaiter.OnCompleted(continuation);
}
