namespace PooledAwait.Tests.Oracle;

/// <summary>
/// The situation in which one program runs: who completes what it awaits, what its contexts and schedulers do, and how an observation is
/// noted. <see cref="Threads"/> and <see cref="Driven"/> are the two.
/// </summary>
/// <param name="isOurs">Whether the program awaits the library's operations; those of the framework in their place otherwise.</param>
internal abstract class World(bool isOurs)
{
    private static readonly CancellationToken[] s_tokens = [.. Enumerable.Range(0, 4).Select(_ => new CancellationTokenSource().Token)];

    private static long s_serial;

    private readonly List<CancellationTokenSource> _cancellations = [];
    private int _running;

    /// <summary>The serial number of the last exception.</summary>
    internal static long LastSerial => Interlocked.Read(ref s_serial);

    /// <summary>Whether this thread has a SynchronizationContext or a TaskScheduler that an await comes back to.</summary>
    internal static bool IsPlaced =>
        (SynchronizationContext.Current is { } context && context.GetType() != typeof(SynchronizationContext))
        || TaskScheduler.Current != TaskScheduler.Default;

    internal bool IsOurs { get; } = isOurs;

    /// <summary>Whether Task.Yield() may go to the thread pool.</summary>
    internal abstract bool MayYield { get; }

    /// <summary>How many methods of the program have begun and not ended.</summary>
    protected int Running => Volatile.Read(ref _running);

    protected static AsyncLocal<int> Local { get; } = new();

    protected static AsyncLocal<int> Notifying { get; } = new(Driven.Notify);

    /// <summary>Where this thread is.</summary>
    protected static string Here =>
        $"local {Local.Value}, notifying {Notifying.Value}{(ExecutionContext.IsFlowSuppressed() ? ", suppressed" : "")}, "
        + $"{SynchronizationContext.Current?.ToString() ?? "no context"}, "
        + (TaskScheduler.Current == TaskScheduler.Default ? "no scheduler" : TaskScheduler.Current.ToString());

    internal void Enter() => Interlocked.Increment(ref _running);

    internal void Leave() => Interlocked.Decrement(ref _running);

    /// <summary>What an observation is, with all that can be seen here.</summary>
    internal abstract string Observe(string what);

    /// <summary>Creates an operation, and has it completed.</summary>
    internal abstract Leaf Pend(Await step);

    /// <summary>Has something done later.</summary>
    /// <param name="name">For the log.</param>
    /// <param name="act">Does it.</param>
    /// <param name="isSecond">Whether it calls a method back that was called back before.</param>
    internal abstract void Add(string name, Action act, Func<bool>? isSecond = null);

    /// <summary>Calls back.</summary>
    internal virtual void Complete(Action act) => act();

    /// <summary>Runs an action on a TaskScheduler.</summary>
    internal abstract Task RunOn(SchedulerKind scheduler, Action action);

    /// <summary>Goes where a method is after an await, however fast the operation was, where threads decide that.</summary>
    /// <param name="wasPlaced">Whether the await had a place to come back to.</param>
    internal virtual SettleAwaiter Settle(bool wasPlaced) => default;

    /// <summary>Does what awaits nothing.</summary>
    internal virtual void Do(Step step, Flow flow)
    {
        switch (step)
        {
            case SetLocal s:
                (s.Notifies ? Notifying : Local).Value = s.Value;
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
            case Throw t:
                throw ExceptionOf(t.Outcome);
        }
    }

    internal CancellationTokenSource NewCancellation()
    {
        CancellationTokenSource cancellation = new();
        lock (_cancellations)
        {
            _cancellations.Add(cancellation);
        }

        return cancellation;
    }

    internal static CancellationToken TokenOf(Outcome outcome) => s_tokens[outcome.Id % s_tokens.Length];

    internal static Exception ExceptionOf(Outcome outcome) => outcome.Kind == OutcomeKind.Cancels
        ? new OperationCanceledException("cancellation " + outcome.Id, TokenOf(outcome))
        : NewException(outcome.Id);

    internal string Describe(Exception exception) => exception is OperationCanceledException canceled
        ? $"{canceled.GetType().Name} with {NameOf(canceled.CancellationToken)} \"{canceled.Message}\""
        : $"{exception.GetType().Name} \"{exception.Message}\"";

    protected static ProgramException NewException(int id) => new(id, Interlocked.Increment(ref s_serial));

    protected abstract SynchronizationContext? ContextOf(ContextKind kind);

    private string NameOf(CancellationToken token) =>
        token == default ? "no token"
        : Array.IndexOf(s_tokens, token) is >= 0 and int index ? "token " + index
        : "token of source " + _cancellations.FindIndex(cancellation => cancellation.Token == token);

    /// <summary>Complete, unless threads have decided where the method is.</summary>
    internal readonly struct SettleAwaiter(bool isNeeded, bool wasPlaced) : INotifyCompletion
    {
        public bool IsCompleted => !isNeeded
            || (wasPlaced ? SynchronizationContext.Current is null || TaskScheduler.Current == TaskScheduler.Default : !IsPlaced);

        public SettleAwaiter GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation)
        {
            Threads.EndInterruption();
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
}
