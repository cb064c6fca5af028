namespace PooledAwait.Tests.Oracle;

/// <summary>
/// A program on one thread: what is pending, what contexts and schedulers keep, and a log of all that happens, in order. A driver
/// completes, calls back and runs it in an order that depends on the program's seed alone.
/// </summary>
internal sealed class Driven : World
{
    /// <summary>What the AsyncLocal has where a callback throws.</summary>
    private const int ThrowersLocal = -3;

    [ThreadStatic]
    private static Driven? t_current;

    private readonly List<string> _log = [];
    private readonly List<Pending> _pending = [];
    private readonly Queue<(SendOrPostCallback Callback, object? State)> _posted = new();
    private readonly Queue<Task> _queued = new();
    private readonly Context[] _contexts;
    private readonly Scheduler[] _schedulers;
    private readonly int _thread = Environment.CurrentManagedThreadId;

    /// <summary>The notifying AsyncLocal's value before the contexts that were switched since the last entry; null if none was.</summary>
    private int? _switchedFrom;

    private int _added;

    private Driven(bool isOurs)
        : base(isOurs)
    {
        _contexts = [.. Enum.GetValues<ContextKind>().Select(kind => new Context(this, kind))];
        _schedulers = [.. Enum.GetValues<SchedulerKind>().Select(kind => new Scheduler(this, kind))];
    }

    /// <remarks>Without a place to come back to it would go to the thread pool.</remarks>
    internal override bool MayYield => IsPlaced;

    /// <summary>Runs a program.</summary>
    /// <param name="isOurs">Whether it awaits the library's operations.</param>
    /// <param name="unobserved">The errors that must be reported because nobody consumes them.</param>
    /// <returns>What happened.</returns>
    internal static string Run(Program program, ProgramForm form, bool isOurs, List<ProgramException> unobserved)
    {
        Driven world = new(isOurs);
        t_current = world;
        Root root = null!;
        Flow flow = new(world);
        Random random = new(program.DriverSeed);
        world.Drive(program, random, "start", () => root = form.Start(program.Body, flow));
        while (world.Next(random) is { } next)
        {
            world.Drive(program, random, next.Name, next.Act);
        }

        t_current = null;
        string outcome = "pending";
        if (root.IsCompleted())
        {
            Exception? thrown = Record.Exception(root.GetResult);
            outcome = thrown is null ? "result " + flow.Result : world.Describe(thrown);
        }

        unobserved.AddRange(flow.Unobserved);
        return $"{string.Join('\n', world._log)}\n{outcome}, {world._pending.Count} pending";
    }

    internal override void Add(string name, Action act, Func<bool>? isSecond = null) =>
        _pending.Add(new Pending($"{name}, {++_added}", act, isSecond));

    internal override Leaf Pend(Await step)
    {
        Leaf leaf = new(this, step.Kind, step.Outcome);
        Add($"complete {step.Kind} that {step.Outcome}", leaf.Complete);
        return leaf;
    }

    internal override Task RunOn(SchedulerKind scheduler, Action action)
    {
        new Task(action).RunSynchronously(scheduler == SchedulerKind.Default ? TaskScheduler.Default : _schedulers[(int)scheduler]);
        return Task.CompletedTask;
    }

    internal override void Do(Step step, Flow flow)
    {
        switch (step)
        {
            case CompleteAnother c when Available().ToList() is { Count: > 0 } available:
                Pending chosen = available[c.Choice % available.Count];
                _pending.Remove(chosen);
                flow.Log(chosen.Name);
                if (ExecutionContext.IsFlowSuppressed())
                {
                    // What a method without a context of its own changes in a completer's that is suppressed, nobody can put back.
                    ExecutionContext.RestoreFlow();
                }

                Complete(chosen.Act);
                break;
            case Register r:
                RegisterByHand(r, flow);
                break;
            case RegisterCompleted r when IsPlaced:
                RegisterWithCompleted(r.Flows, flow);
                break;
            default:
                base.Do(step, flow);
                break;
        }
    }

    /// <summary>
    /// Completes or calls back. A method whose flow was suppressed goes on in its completer's contexts, and what it changes there stays
    /// with the framework; with the library it does not.
    /// </summary>
    internal override void Complete(Action act)
    {
        ExecutionContext? context = IsOurs ? null : ExecutionContext.Capture();
        SynchronizationContext? scheduling = SynchronizationContext.Current;
        try
        {
            act();
        }
        finally
        {
            if (context is not null)
            {
                ExecutionContext.Restore(context);
            }

            if (!IsOurs)
            {
                SynchronizationContext.SetSynchronizationContext(scheduling);
            }
        }
    }

    internal override string Observe(string what)
    {
        if (_switchedFrom is { } from && from != Notifying.Value)
        {
            _log.Add($"notified of a switch, {from}>{Notifying.Value}");
        }

        _switchedFrom = null;
        string entry = $"{what}: {Here}{(Environment.CurrentManagedThreadId == _thread ? "" : ", on another thread")}";
        _log.Add(entry);
        return entry;
    }

    /// <summary>
    /// Notes that the notifying AsyncLocal changed. How many switches lead from one method's context to the next one's is left open: the
    /// trampoline goes straight there.
    /// </summary>
    internal static void Notify(AsyncLocalValueChangedArgs<int> change)
    {
        if (t_current is { } world && change.ThreadContextChanged)
        {
            world._switchedFrom ??= change.PreviousValue;
        }
        else
        {
            t_current?.Observe($"notified {change.PreviousValue}>{change.CurrentValue}");
        }
    }

    protected override SynchronizationContext? ContextOf(ContextKind kind) => kind switch
    {
        ContextKind.None => null,
        ContextKind.Plain => new SynchronizationContext(),
        _ => _contexts[(int)kind],
    };

    private void RegisterByHand(Register step, Flow flow)
    {
        Leaf leaf = Pend(new Await(step.Kind, step.Outcome, step.InContext));
        leaf.Register(
            () =>
            {
                flow.Take(() => leaf.Take());
                if (step.Throws)
                {
                    // What a callback changes that throws, its completer does not get.
                    Local.Value = ThrowersLocal;
                    SynchronizationContext.SetSynchronizationContext(null);
                    throw ExceptionOf(new Outcome(OutcomeKind.Fails, 99));
                }
            },
            step.Flows,

            // The framework calls Post in the captured ExecutionContext, and the library the callback.
            step.InContext && !(step.Flows && IsPlaced));
    }

    private void RegisterWithCompleted(bool flows, Flow flow) => Leaf.Register(
        IsOurs ? default(PooledValueTask).GetAwaiter() : default(ValueTask).GetAwaiter(), () => flow.Log("called back"), flows);

    /// <summary>
    /// A second call of an awaiter may resume a suspended method that uses the same box, with the framework's pooling builder too: so the
    /// driver makes it when no method is suspended.
    /// </summary>
    private IEnumerable<Pending> Available() => _pending.Where(static pending => pending.IsSecond?.Invoke() != true);

    /// <summary>Chooses what the driver does next; null at the end.</summary>
    private Pending? Next(Random random)
    {
        List<Pending> available = [.. Available()];
        if (_posted.Count > 0)
        {
            available.Add(new Pending("run what is posted", RunPosted, null));
        }

        if (_queued.Count > 0)
        {
            available.Add(new Pending("run what is queued", () => _schedulers[(int)SchedulerKind.Queueing].Run(_queued.Dequeue()), null));
        }

        if (available.Count == 0)
        {
            available = [.. _pending];
        }

        if (available.Count == 0)
        {
            return null;
        }

        Pending next = available[random.Next(available.Count)];
        _pending.Remove(next);
        return next;
    }

    private void RunPosted()
    {
        var item = _posted.Dequeue();
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(_contexts[(int)ContextKind.Queueing]);
        item.Callback(item.State);
        SynchronizationContext.SetSynchronizationContext(before);
    }

    /// <summary>Does one thing from outside, in contexts of its own.</summary>
    private void Drive(Program program, Random random, string name, Action act)
    {
        bool isSuppressed = false;
        ExecutionContext.Run(program.Outside, _ => Begin(), null);
        if (isSuppressed)
        {
            // The switch back began with what such a method has changed.
            _switchedFrom = null;
        }

        void Begin()
        {
            int local = random.Next(3);
            if (local != 0)
            {
                Local.Value = -local;
                Notifying.Value = -local;
            }

            ContextKind context = program.IsPlain ? ContextKind.None : (ContextKind)Math.Max(0, random.Next(-4, 5));
            SynchronizationContext.SetSynchronizationContext(ContextOf(context));
            isSuppressed = random.Next(6) == 0;
            if (isSuppressed)
            {
                ExecutionContext.SuppressFlow();
            }

            Observe("driver begins to " + name);
            try
            {
                Complete(act);
            }
            catch (ProgramException exception)
            {
                Observe("driver caught " + Describe(exception));
            }

            if (isSuppressed)
            {
                // As in CompleteAnother.
                _switchedFrom = null;
                _log.Add("driver has ended");
            }
            else
            {
                Observe("driver has ended");
            }

            if (ExecutionContext.IsFlowSuppressed())
            {
                ExecutionContext.RestoreFlow();
            }
        }
    }

    private sealed record Pending(string Name, Action Act, Func<bool>? IsSecond);

    private sealed class Context(Driven world, ContextKind kind) : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
            world.Observe("posted");
            if (kind == ContextKind.Queueing)
            {
                world._posted.Enqueue((d, state));
                return;
            }

            SynchronizationContext? before = Current;
            if (kind == ContextKind.Inline)
            {
                SetSynchronizationContext(this);
            }

            d(state);
            SetSynchronizationContext(before);
        }

        public override string ToString() => kind + " context";
    }

    private sealed class Scheduler(Driven world, SchedulerKind kind) : TaskScheduler
    {
        public override string ToString() => kind + " scheduler";

        internal void Run(Task task) => TryExecuteTask(task);

        protected override void QueueTask(Task task)
        {
            world.Observe("queued");
            if (kind == SchedulerKind.Queueing)
            {
                world._queued.Enqueue(task);
            }
            else
            {
                TryExecuteTask(task);
            }
        }

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) =>
            !taskWasPreviouslyQueued && TryExecuteTask(task);

        protected override IEnumerable<Task> GetScheduledTasks() => world._queued;
    }
}
