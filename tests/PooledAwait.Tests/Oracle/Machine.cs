using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.Oracle;

/// <summary>Where programs run: a thread that completes what they await, and threads behind contexts and schedulers.</summary>
internal static class Machine
{
    internal const int Places = 2;

    private static readonly BlockingCollection<Awaitable> s_awaited =
        Start(static (Awaitable operation) => operation.CompleteWhenAwaited(), "Completer");
    private static readonly Context[] s_contexts = [.. Enumerable.Range(1, Places).Select(id => new Context(id))];
    private static readonly Scheduler[] s_schedulers = [.. Enumerable.Range(1, Places).Select(id => new Scheduler(id))];
    private static readonly CancellationToken[] s_tokens = [.. Enumerable.Range(0, 4).Select(_ => new CancellationTokenSource().Token)];

    internal static AsyncLocal<int> Local { get; } = new();

    /// <summary>A context; none for 0.</summary>
    internal static SynchronizationContext? ContextOf(int id) => id == 0 ? null : s_contexts[id - 1];

    internal static TaskScheduler SchedulerOf(int id) => id == 0 ? TaskScheduler.Default : s_schedulers[id - 1];

    internal static CancellationToken Token(int id) => s_tokens[id % s_tokens.Length];

    internal static string NameOf(CancellationToken token) =>
        token == default ? "no token" : "token " + Array.IndexOf(s_tokens, token);

    /// <summary>Where this thread is.</summary>
    internal static string Here =>
        $"local {Local.Value}, {SynchronizationContext.Current?.ToString() ?? "no context"}, "
        + (TaskScheduler.Current == TaskScheduler.Default ? "no scheduler" : TaskScheduler.Current.ToString());

    /// <summary>Whether this thread is in a SynchronizationContext or on a TaskScheduler, which an await comes back to.</summary>
    internal static bool IsSomewhere => SynchronizationContext.Current is not null || TaskScheduler.Current != TaskScheduler.Default;

    /// <summary>
    /// Goes where a method is after an await, however fast the operation was: of those that complete meanwhile, nobody knows
    /// whether they were awaited before.
    /// <para>
    /// With no place to come back to, a method goes on wherever the operation completed: with Task on the thread pool if that
    /// is somewhere, with the framework's pooling builder, and with ours, just there. So it is nobody's promise, and this goes
    /// to the thread pool. A method that was in a SynchronizationContext and on a TaskScheduler comes back to the former
    /// alone, if it was away: so this leaves the latter.
    /// </para>
    /// </summary>
    /// <param name="wasPlaced">Whether the await had a place to come back to.</param>
    internal static SettleAwaiter Settle(bool wasPlaced) => new(wasPlaced);

    internal static Awaitable Pend(Await step)
    {
        Awaitable operation = new(step.Kind, step.Outcome);
        if (!operation.IsComplete)
        {
            s_awaited.Add(operation);
        }

        return operation;
    }

    private static BlockingCollection<T> Start<T>(Action<T> action, string name)
    {
        BlockingCollection<T> queue = [];
        Thread thread = new(() =>
        {
            foreach (T item in queue.GetConsumingEnumerable())
            {
                action(item);
            }
        })
        {
            IsBackground = true,
            Name = name,
        };
        thread.UnsafeStart();
        return queue;
    }

    internal readonly struct SettleAwaiter(bool wasPlaced) : INotifyCompletion
    {
        public bool IsCompleted => wasPlaced
            ? SynchronizationContext.Current is null || TaskScheduler.Current == TaskScheduler.Default
            : !IsSomewhere;

        public SettleAwaiter GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation)
        {
            if (wasPlaced)
            {
                SynchronizationContext.Current!.Post(static state => ((Action)state!)(), continuation);
            }
            else
            {
                ThreadPool.QueueUserWorkItem(static state => ((Action)state!)(), continuation);
            }
        }
    }

    private sealed class Context : SynchronizationContext
    {
        private readonly int _id;
        private readonly BlockingCollection<(SendOrPostCallback Callback, object? State)> _queue;

        internal Context(int id)
        {
            _id = id;
            _queue = Start<(SendOrPostCallback Callback, object? State)>(
                item =>
                {
                    SetSynchronizationContext(this);
                    item.Callback(item.State);
                },
                ToString());
        }

        public override void Post(SendOrPostCallback d, object? state) => _queue.Add((d, state));

        public override string ToString() => "context " + _id;
    }

    private sealed class Scheduler : TaskScheduler
    {
        private readonly int _id;
        private readonly BlockingCollection<Task> _queue;

        internal Scheduler(int id)
        {
            _id = id;
            _queue = Start<Task>(task => TryExecuteTask(task), ToString());
        }

        public override string ToString() => "scheduler " + _id;

        protected override void QueueTask(Task task) => _queue.Add(task);

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

        protected override IEnumerable<Task> GetScheduledTasks() => _queue;
    }
}
