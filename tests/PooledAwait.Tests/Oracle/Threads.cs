namespace PooledAwait.Tests.Oracle;

/// <summary>
/// A program among threads: one completes what it awaits, in a context or interrupted where the program says so, one cancels, and contexts
/// and schedulers have threads of their own.
/// </summary>
internal sealed class Threads(bool isOurs) : World(isOurs)
{
    /// <summary>What a completing thread's AsyncLocal has.</summary>
    private const int CompletersLocal = -1;

    private static readonly Worker<Action> s_completer = new("Completer", static act => act());
    private static readonly Worker<CancellationTokenSource> s_canceler = new("Canceler", Cancel);
    private static readonly Context?[] s_contexts = [null, new Context(1), new Context(2)];
    private static readonly TaskScheduler[] s_schedulers = [TaskScheduler.Default, new Scheduler(1), new Scheduler(2)];
    private static readonly ManualResetEvent s_never = new(false);
    private static readonly ConcurrentQueue<string> s_mistakes = new();

    private static int s_isCanceling;

    [ThreadStatic]
    private static bool t_isInterrupted;

    internal override bool MayYield => true;

    /// <summary>The kinds of contexts that threads can have.</summary>
    internal static ContextKind[] Contexts { get; } = [ContextKind.None, ContextKind.Queueing, ContextKind.Inline];

    /// <summary>Runs a program.</summary>
    /// <returns>What happened.</returns>
    internal static string Run(Program program, ProgramForm form, bool isOurs)
    {
        Threads world = new(isOurs);
        Flow flow = new(world);
        Task task = form.Start(program.Body, flow).AsTask();
        string here = Here;

        // Also the methods whose caller threw before it awaited them.
        SpinWait.SpinUntil(() => (task.IsCompleted && world.Running == 0) || !s_mistakes.IsEmpty);
        if (s_mistakes.TryDequeue(out string? mistake))
        {
            return mistake;
        }

        Exception? thrown = Record.Exception(() => task.GetAwaiter().GetResult());
        string value = task is Task<int> { Status: TaskStatus.RanToCompletion } returned && returned.Result != flow.Result
            ? $" returned {returned.Result}"
            : "";
        return $"{task.Status} {flow.Result}{value}, {(thrown is null ? "nothing" : world.Describe(thrown))}; the caller has {here}\n"
            + string.Join('\n', flow.Print());
    }

    internal override string Observe(string what) => $"{what}: {Here}";

    internal override void Add(string name, Action act, Func<bool>? isSecond = null) => s_completer.Add(act);

    internal override Leaf Pend(Await step)
    {
        Leaf leaf = new(this, step.Kind, step.Outcome);
        if (!leaf.IsComplete)
        {
            Add("complete", () => Complete(leaf, step.Completer));
        }

        return leaf;
    }

    /// <remarks>
    /// With no place to come back to, a method goes on wherever the operation completed: with Task on the thread pool if that is
    /// somewhere, with the framework's pooling builder, and with ours, just there. So it is nobody's promise, and this goes to the thread
    /// pool. A method that was in a SynchronizationContext and on a TaskScheduler comes back to the former alone, if it was away: so this
    /// leaves the latter.
    /// </remarks>
    internal override SettleAwaiter Settle(bool wasPlaced) => new(isNeeded: true, wasPlaced);

    internal override Task RunOn(SchedulerKind scheduler, Action action) => Task.Factory.StartNew(
        action, CancellationToken.None, TaskCreationOptions.DenyChildAttach, s_schedulers[(int)scheduler]);

    /// <summary>Has the canceling thread begin to cancel.</summary>
    private static void CancelMeanwhile(CancellationTokenSource cancellation)
    {
        Volatile.Write(ref s_isCanceling, 0);
        s_canceler.Add(cancellation);
        while (Volatile.Read(ref s_isCanceling) == 0)
        {
            // A loop of Thread.SpinWait would keep .NET 8 from collecting, and so from going on, for minutes.
            Thread.Yield();
        }
    }

    /// <summary>
    /// Waits where an interrupted completer resumes a method that needs a lock, as its own next wait does: there the interruption ends.
    /// </summary>
    internal static void EndInterruption()
    {
        if (t_isInterrupted)
        {
            t_isInterrupted = false;
            if (Record.Exception(static () => s_never.WaitOne(1_000)) is not ThreadInterruptedException)
            {
                s_mistakes.Enqueue("the completer's interruption was lost");
            }
        }
    }

    protected override SynchronizationContext? ContextOf(ContextKind kind) => s_contexts[(int)kind];

    private static void Cancel(CancellationTokenSource cancellation)
    {
        Volatile.Write(ref s_isCanceling, 1);
        Thread.SpinWait(Random.Shared.Next(300));
        cancellation.Cancel();
    }

    /// <summary>Completes an operation once it is awaited, as a thread whose contexts and interruption must be left to it.</summary>
    private void Complete(Leaf leaf, Completer completer)
    {
        leaf.WaitUntilAwaited();
        if (FlowMode.IsOn)
        {
            Local.Value = CompletersLocal;
        }

        SynchronizationContext? context = ContextOf(completer.Context);
        SynchronizationContext.SetSynchronizationContext(context);
        string before = Here;
        if (leaf.Raced is { } cancellation)
        {
            CancelMeanwhile(cancellation);
        }

        if (completer.IsInterrupted)
        {
            t_isInterrupted = true;
            Thread.CurrentThread.Interrupt();
        }

        Exception? thrown = Record.Exception(leaf.Complete);
        if (thrown is not null || Here != before)
        {
            s_mistakes.Enqueue($"the completer had {before}, then {Here}: {thrown}");
        }

        EndInterruption();
        SynchronizationContext.SetSynchronizationContext(null);
    }

    /// <summary>A thread that does one thing after the other.</summary>
    private sealed class Worker<T>
    {
        private readonly BlockingCollection<T> _queue = [];

        internal Worker(string name, Action<T> action)
        {
            Thread thread = new(() =>
            {
                foreach (T item in _queue.GetConsumingEnumerable())
                {
                    action(item);
                }
            })
            {
                IsBackground = true,
                Name = name,
            };
            thread.UnsafeStart();
        }

        internal void Add(T item)
        {
            EndInterruption();
            _queue.Add(item);
        }
    }

    private sealed class Context : SynchronizationContext
    {
        private readonly int _id;
        private readonly Worker<(SendOrPostCallback Callback, object? State)> _thread;

        internal Context(int id)
        {
            _id = id;
            _thread = new(ToString(), item =>
            {
                SetSynchronizationContext(this);
                item.Callback(item.State);
            });
        }

        public override void Post(SendOrPostCallback d, object? state) => _thread.Add((d, state));

        public override string ToString() => "context " + _id;
    }

    private sealed class Scheduler : TaskScheduler
    {
        private readonly int _id;
        private readonly Worker<Task> _thread;

        internal Scheduler(int id)
        {
            _id = id;
            _thread = new(ToString(), task => TryExecuteTask(task));
        }

        public override string ToString() => "scheduler " + _id;

        protected override void QueueTask(Task task) => _thread.Add(task);

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }
}
