using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace PooledAwait.Tests.HostileOracle;

/// <summary>
/// One run of a program, on one thread: what is pending, what contexts and schedulers keep, and a log of all that happens, in order. A
/// driver completes, calls back and runs it in an order that depends on the program's seed alone.
/// </summary>
internal sealed class World
{
    private static readonly AsyncLocal<int> s_local = new();
    private static readonly AsyncLocal<int> s_notifying = new(static change => t_current?.Notify(change));

    private static long s_serial;

    [ThreadStatic]
    private static World? t_current;

    private readonly List<string> _log = [];
    private readonly List<Flow> _flows = [];
    private readonly List<HostileException> _unobserved = [];
    private readonly List<Pending> _pending = [];
    private readonly List<CancellationTokenSource> _cancellations = [];
    private readonly Queue<(SendOrPostCallback Callback, object? State)> _posted = new();
    private readonly Queue<Task> _queued = new();
    private readonly Context[] _contexts;
    private readonly Scheduler[] _schedulers;
    private readonly int _thread = Environment.CurrentManagedThreadId;

    /// <summary>The notifying AsyncLocal's value before the contexts that were switched since the last entry; null if none was.</summary>
    private int? _switchedFrom;

    private int _added;

    /// <param name="isOurs">Whether the program awaits the library's operations.</param>
    internal World(bool isOurs)
    {
        IsOurs = isOurs;
        _contexts = [.. Enum.GetValues<ContextKind>().Select(kind => new Context(this, kind))];
        _schedulers = [.. Enum.GetValues<SchedulerKind>().Select(kind => new Scheduler(this, kind))];
    }

    /// <summary>The serial number of the last exception.</summary>
    internal static long LastSerial => Interlocked.Read(ref s_serial);

    internal bool IsOurs { get; }

    /// <summary>Whether this thread has a scheduling context to come back to.</summary>
    internal static bool IsPlaced =>
        SynchronizationContext.Current is Context || TaskScheduler.Current != TaskScheduler.Default;

    private static string Here =>
        $"local {s_local.Value}, notifying {s_notifying.Value}{(ExecutionContext.IsFlowSuppressed() ? ", suppressed" : "")}, "
        + $"{NameOf(SynchronizationContext.Current)}, "
        + (TaskScheduler.Current == TaskScheduler.Default ? "no scheduler" : TaskScheduler.Current.ToString());

    /// <summary>Runs a program.</summary>
    /// <param name="program">The program.</param>
    /// <param name="isOurs">Whether it awaits the library's operations.</param>
    /// <param name="run">Its form.</param>
    /// <param name="unobserved">The errors that must be reported because nobody consumes them.</param>
    /// <returns>What happened.</returns>
    internal static string Run(Program program, bool isOurs, Func<Step[], Flow, Root> run, List<HostileException> unobserved)
    {
        World world = new(isOurs);
        t_current = world;
        Root root = null!;
        Flow flow = new(world);
        Random random = new(program.DriverSeed);
        world.Drive(program, random, "start", () => root = run(program.Body, flow));
        while (world.Next(random) is { } next)
        {
            world.Drive(program, random, next.Name, next.Act);
        }

        t_current = null;
        flow.IsConsumed = true;
        string outcome = "pending";
        if (root.IsCompleted())
        {
            Exception? thrown = Record.Exception(root.GetResult);
            outcome = thrown is null ? "result " + flow.Result : Flow.Describe(thrown);
        }

        unobserved.AddRange(world._flows.Select(static method => method.Unobserved).OfType<HostileException>());
        unobserved.AddRange(world._unobserved);
        return $"{string.Join('\n', world._log)}\n{outcome}, {world._pending.Count} pending";
    }

    internal static string NameOf(CancellationToken token) =>
        token == default ? "no token" : "token " + t_current?._cancellations.FindIndex(cancellation => cancellation.Token == token);

    internal int Add(Flow flow)
    {
        _flows.Add(flow);
        return _flows.Count;
    }

    /// <summary>Adds something that the driver does.</summary>
    /// <param name="name">For the log.</param>
    /// <param name="act">Does it.</param>
    /// <param name="isSecond">Whether it calls a method back that was called back before.</param>
    internal void Add(string name, Action act, Func<bool>? isSecond = null) =>
        _pending.Add(new Pending($"{name}, {++_added}", act, isSecond));

    internal Leaf Pend(LeafKind kind, Outcome outcome)
    {
        Leaf leaf = new(this, kind, outcome);
        Add($"complete {kind} that {outcome}", leaf.Complete);
        return leaf;
    }

    internal Foreign NewForeign(AwaitForeign step) => new(this, step.Kind, step.Outcome);

    internal CriticalForeign NewCriticalForeign(AwaitForeign step) => new(NewForeign(step));

    internal CancellationTokenSource NewCancellation()
    {
        CancellationTokenSource cancellation = new();
        _cancellations.Add(cancellation);
        return cancellation;
    }

    internal Exception ExceptionOf(Outcome outcome) => outcome.Kind == OutcomeKind.Cancels
        ? new OperationCanceledException("cancellation " + outcome.Id)
        : new HostileException(outcome.Id, Interlocked.Increment(ref s_serial));

    /// <summary>An exception that is thrown where nobody gets it.</summary>
    internal HostileException NewUnobserved()
    {
        HostileException exception = new(-1, Interlocked.Increment(ref s_serial));
        _unobserved.Add(exception);
        return exception;
    }

    /// <summary>Does what awaits nothing.</summary>
    internal void Do(Step step, Flow flow)
    {
        switch (step)
        {
            case SetLocal s:
                s_local.Value = s.Value;
                break;
            case SetNotifying s:
                s_notifying.Value = s.Value;
                break;
            case SetContext s:
                SynchronizationContext.SetSynchronizationContext(ContextOf(s.Context));
                break;
            case SetFlow { Flows: true } when ExecutionContext.IsFlowSuppressed():
                ExecutionContext.RestoreFlow();
                break;
            case SetFlow { Flows: false } when !ExecutionContext.IsFlowSuppressed():
                ExecutionContext.SuppressFlow();
                break;
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
            case Throw t:
                throw ExceptionOf(t.Outcome);
        }
    }

    /// <summary>
    /// Completes or calls back. A method whose flow was suppressed goes on in its completer's contexts, and what it changes there stays
    /// with the framework; with the library it does not.
    /// </summary>
    internal void Complete(Action act)
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

    internal TaskScheduler SchedulerOf(SchedulerKind kind) =>
        kind == SchedulerKind.Default ? TaskScheduler.Default : _schedulers[(int)kind];

    internal void Log(string what)
    {
        if (_switchedFrom is { } from && from != s_notifying.Value)
        {
            _log.Add($"notified of a switch, {from}>{s_notifying.Value}");
        }

        _switchedFrom = null;
        _log.Add($"{what}: {Here}{(Environment.CurrentManagedThreadId == _thread ? "" : ", on another thread")}");
    }

    /// <summary>
    /// Notes that the notifying AsyncLocal changed. How many switches lead from one method's context to the next one's is left open: the
    /// trampoline goes straight there.
    /// </summary>
    private void Notify(AsyncLocalValueChangedArgs<int> change)
    {
        if (!change.ThreadContextChanged)
        {
            Log($"notified {change.PreviousValue}>{change.CurrentValue}");
        }
        else
        {
            _switchedFrom ??= change.PreviousValue;
        }
    }

    private static string NameOf(SynchronizationContext? context) => context switch
    {
        null => "no context",
        Context c => c.ToString(),
        _ => "plain context",
    };

    private SynchronizationContext? ContextOf(ContextKind kind) => kind switch
    {
        ContextKind.None => null,
        ContextKind.Plain => new SynchronizationContext(),
        _ => _contexts[(int)kind],
    };

    private void RegisterByHand(Register step, Flow flow)
    {
        Leaf leaf = Pend(step.Kind, step.Outcome);
        leaf.Register(
            () =>
            {
                flow.Take(() => leaf.Take());
                if (step.Throws)
                {
                    throw ExceptionOf(new Outcome(OutcomeKind.Fails, 99));
                }
            },
            step.Flows,

            // The framework calls Post in the captured ExecutionContext, and the library the callback.
            step.InContext && !(step.Flows && IsPlaced));
    }

    private void RegisterWithCompleted(bool flows, Flow flow)
    {
        Action continuation = () => flow.Log("called back");
        if (IsOurs && flows)
        {
            default(PooledValueTask).GetAwaiter().OnCompleted(continuation);
        }
        else if (IsOurs)
        {
            default(PooledValueTask).GetAwaiter().UnsafeOnCompleted(continuation);
        }
        else if (flows)
        {
            default(ValueTask).GetAwaiter().OnCompleted(continuation);
        }
        else
        {
            default(ValueTask).GetAwaiter().UnsafeOnCompleted(continuation);
        }
    }

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
                s_local.Value = -local;
                s_notifying.Value = -local;
            }

            ContextKind context = program.IsPlain ? ContextKind.None : (ContextKind)Math.Max(0, random.Next(-4, 5));
            SynchronizationContext.SetSynchronizationContext(ContextOf(context));
            isSuppressed = random.Next(6) == 0;
            if (isSuppressed)
            {
                ExecutionContext.SuppressFlow();
            }

            Log("driver begins to " + name);
            try
            {
                Complete(act);
            }
            catch (HostileException exception)
            {
                Log("driver caught " + Flow.Describe(exception));
            }

            if (isSuppressed)
            {
                // As in CompleteAnother.
                _switchedFrom = null;
                _log.Add("driver has ended");
            }
            else
            {
                Log("driver has ended");
            }

            if (ExecutionContext.IsFlowSuppressed())
            {
                ExecutionContext.RestoreFlow();
            }
        }
    }

    private sealed record Pending(string Name, Action Act, Func<bool>? IsSecond);

    private sealed class Context(World world, ContextKind kind) : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
            world.Log("posted");
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

    private sealed class Scheduler(World world, SchedulerKind kind) : TaskScheduler
    {
        public override string ToString() => kind + " scheduler";

        internal void Run(Task task) => TryExecuteTask(task);

        protected override void QueueTask(Task task)
        {
            world.Log("queued");
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
