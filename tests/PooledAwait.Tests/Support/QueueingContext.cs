namespace PooledAwait.Tests;

/// <summary>A SynchronizationContext that keeps what is posted until it is told to run it, as a UI thread's loop.</summary>
internal sealed class QueueingContext : SynchronizationContext
{
    private readonly ConcurrentQueue<(SendOrPostCallback Callback, object? State)> _queue = new();

    internal int Waiting => _queue.Count;

    /// <summary>Makes this the current thread's context.</summary>
    internal void Install() => SetSynchronizationContext(this);

    /// <summary>Runs code with this as the current context.</summary>
    internal void Invoke(Action action)
    {
        SynchronizationContext? before = Current;
        Install();
        action();
        SetSynchronizationContext(before);
    }

    public override void Post(SendOrPostCallback d, object? state) => _queue.Enqueue((d, state));

    /// <summary>Runs what is there, and what that posts.</summary>
    /// <returns>How many callbacks ran.</returns>
    internal int Run()
    {
        SynchronizationContext? before = Current;
        Install();
        try
        {
            int count = 0;
            for (; _queue.TryDequeue(out var item); count++)
            {
                item.Callback(item.State);
            }

            return count;
        }
        finally
        {
            SetSynchronizationContext(before);
        }
    }
}

/// <summary>A TaskScheduler that keeps tasks until it is told to run them.</summary>
internal sealed class QueueingScheduler : TaskScheduler
{
    private readonly ConcurrentQueue<Task> _queue = new();

    internal int Waiting => _queue.Count;

    /// <summary>Runs what is there, and what that queues.</summary>
    /// <returns>How many tasks ran.</returns>
    internal int Run()
    {
        int count = 0;
        for (; _queue.TryDequeue(out Task? task); count++)
        {
            TryExecuteTask(task);
        }

        return count;
    }

    /// <summary>Runs code with this as the current scheduler.</summary>
    internal void Invoke(Action action)
    {
        Task task = Task.Factory.StartNew(action, CancellationToken.None, TaskCreationOptions.None, this);
        Run();
        task.GetAwaiter().GetResult();
    }

    protected override void QueueTask(Task task) => _queue.Enqueue(task);

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

    protected override IEnumerable<Task> GetScheduledTasks() => _queue;
}

/// <summary>A thread that runs what it is given, one at a time, while the caller waits; handing over allocates nothing.</summary>
internal sealed class BlockingQueueThread : IDisposable
{
    private readonly SemaphoreSlim _given = new(0);
    private readonly SemaphoreSlim _done = new(0);
    private Action? _action;

    internal BlockingQueueThread() => new Thread(Loop) { IsBackground = true }.UnsafeStart();

    internal void Run(Action action)
    {
        _action = action;
        _given.Release();
        _done.Wait();
    }

    public void Dispose() => Run(null!);

    private void Loop()
    {
        while (true)
        {
            _given.Wait();
            Action? action = _action;
            action?.Invoke();
            _done.Release();
            if (action is null)
            {
                return;
            }
        }
    }
}
