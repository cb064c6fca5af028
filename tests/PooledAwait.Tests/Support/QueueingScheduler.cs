using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests;

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
