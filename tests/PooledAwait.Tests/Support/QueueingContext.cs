using System;
using System.Collections.Concurrent;
using System.Threading;

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
