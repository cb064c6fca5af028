namespace PooledAwait.Tests;

/// <summary>An input of a combinator, and a Task that ends in the same way: both combinators must give the same outcome.</summary>
/// <remarks>
/// The input ends by a thread that may have a SynchronizationContext, and may have been interrupted; a Task may run its continuations
/// asynchronously. None of that may change what the combinator says, and the interrupt is left for the thread's own next wait.
/// </remarks>
internal sealed class Twin
{
    private static readonly ManualResetEvent s_never = new(false);
    private static readonly SynchronizationContext s_context = new QueueingContext();

    private readonly Situation _situation;
    private readonly TaskCompletionSource<int> _oracle = new();
    private readonly PooledValueTaskSource<int> _pooled;
    private readonly PooledValueTaskSource _pooledVoid;
    private readonly TaskCompletionSource<int>? _task;
    private readonly ForeignSource? _foreign;
    internal Twin(Shape shape, Ending ending, int value, bool withResult = true, Situation situation = Situation.None)
    {
        _situation = situation;
        Shape = shape;
        Ending = ending;
        Value = value;
        Error = ending switch
        {
            Ending.Fault => new TestException("error " + value),
            Ending.Cancellation => new OperationCanceledException("canceled " + value, new CancellationTokenSource().Token),
            _ => null,
        };
        switch (shape)
        {
            case Shape.Pooled or Shape.PooledAsValueTask:
                _pooled = withResult ? PooledValueTaskSource<int>.Create() : default;
                _pooledVoid = withResult ? default : PooledValueTaskSource.Create();
                break;
            case Shape.Task:
                _task = new TaskCompletionSource<int>(situation.HasFlag(Situation.AsynchronousTask)
                    ? TaskCreationOptions.RunContinuationsAsynchronously
                    : TaskCreationOptions.None);
                break;
            default:
                _foreign = new ForeignSource();
                break;
        }
    }

    internal Shape Shape { get; }

    internal Ending Ending { get; }

    internal int Value { get; }

    internal Exception? Error { get; }

    internal bool IsComplete { get; private set; }

    internal Task<int> Oracle => _oracle.Task;

    internal PooledValueTask<int> PooledTask =>
        Shape == Shape.Pooled ? _pooled.PooledTask : throw new InvalidOperationException("not pooled");

    internal PooledValueTask PooledVoidTask => _pooledVoid.PooledTask;

    internal ValueTask<int> ValueTask => Shape switch
    {
        Shape.Pooled or Shape.PooledAsValueTask => _pooled.Task,
        Shape.Task => new ValueTask<int>(_task!.Task),
        _ => new ValueTask<int>(_foreign!, _foreign!.Version),
    };

    internal ValueTask VoidValueTask => Shape switch
    {
        Shape.Pooled or Shape.PooledAsValueTask => _pooledVoid.Task,
        Shape.Task => new ValueTask(_task!.Task),
        _ => new ValueTask(_foreign!, _foreign!.Version),
    };

    /// <summary>Whether the input was consumed, once.</summary>
    internal bool IsConsumed => Shape switch
    {
        Shape.Pooled or Shape.PooledAsValueTask => !_pooled.IsNull
            ? !_pooled.PooledTask._operation!.IsCurrent(_pooled.PooledTask._token)
            : !_pooledVoid.PooledTask._operation!.IsCurrent(_pooledVoid.PooledTask._token),
        Shape.Task => true,
        _ => _foreign!.Consumed == 1,
    };

    /// <summary>
    /// Whether what awaits the input may learn of its end a little later: over a Task that continues asynchronously, or one that the
    /// library doesn't find behind a ValueTask, and that ends on a thread with a context.
    /// </summary>
    private bool MayBeLate => Shape == Shape.Task && (_situation.HasFlag(Situation.AsynchronousTask)
        || (_situation.HasFlag(Situation.Context) && !PrivateFields.MayBeRead));

    /// <summary>Demands that a combinator is as far as the Task's; before long, where an input may be late.</summary>
    internal static void AssertSame(Task oracle, Func<bool> isCompleted, params Twin[] inputs)
    {
        if (inputs.Any(static input => input.MayBeLate))
        {
            SpinWait.SpinUntil(() => oracle.IsCompleted == isCompleted(), 10_000);
        }

        Assert.Equal(oracle.IsCompleted, isCompleted());
    }

    /// <summary>Ends both.</summary>
    internal void Complete()
    {
        IsComplete = true;
        Complete(_oracle, Value, Error);
        CompleteInput();
    }

    internal void CompleteInput()
    {
        SynchronizationContext? before = SynchronizationContext.Current;
        if (_situation.HasFlag(Situation.Context))
        {
            SynchronizationContext.SetSynchronizationContext(s_context);
        }

        if (_situation.HasFlag(Situation.Interrupted))
        {
            Thread.CurrentThread.Interrupt();
        }

        try
        {
            EndInput();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }

        if (_situation.HasFlag(Situation.Interrupted))
        {
            Assert.Throws<ThreadInterruptedException>(static () => s_never.WaitOne(1_000));
        }
    }

    private void EndInput()
    {
        switch (Shape, Error)
        {
            case (Shape.Task, _):
                Complete(_task!, Value, Error);
                break;
            case (Shape.ForeignSource, null):
                _foreign!.SetResult(Value);
                break;
            case (Shape.ForeignSource, _):
                _foreign!.SetException(Error!);
                break;
            case (_, null):
                Assert.True(_pooled.TrySetResult(Value) || _pooledVoid.TrySetResult());
                break;
            default:
                Assert.True(_pooled.TrySetException(Error!) || _pooledVoid.TrySetException(Error!));
                break;
        }
    }

    /// <summary>Ends a Task with a result, or with an error, which may be a cancellation.</summary>
    internal static void Complete(TaskCompletionSource<int> task, int result, Exception? error)
    {
        switch (error)
        {
            case null:
                task.SetResult(result);
                break;
            case OperationCanceledException canceled:
                task.SetCanceled(canceled.CancellationToken);
                break;
            default:
                task.SetException(error);
                break;
        }
    }

    public override string ToString() => $"{Shape} {Ending} {_situation}{(IsComplete ? " complete" : "")}";
}

/// <summary>The situations in which an input may end; they can be combined.</summary>
[Flags]
internal enum Situation
{
    /// <summary>A Task without options, and a thread without a context.</summary>
    None = 0,

    /// <summary>The thread has a SynchronizationContext, whose queue nobody empties.</summary>
    Context = 1,

    /// <summary>The thread has been interrupted, and has not waited since.</summary>
    Interrupted = 2,

    /// <summary>A Task that runs its continuations asynchronously.</summary>
    AsynchronousTask = 4,

    /// <summary>All of these.</summary>
    All = Context | Interrupted | AsynchronousTask,
}
