using System.Collections.Concurrent;
using System.Linq;

namespace PooledAwait;

/// <summary>Records where operations start and which code consumes them. This layer knows operations as objects and tokens only.</summary>
/// <remarks>Callers test <see cref="Current"/>, which is static, read-only and mostly null: optimized code has no test or call.</remarks>
internal sealed class OperationTracker
{
    /// <summary>At the level Sampled, one operation in this many is tracked.</summary>
    internal const int SampleInterval = 128;

    internal static readonly OperationTracker? Current =
        TrackingSettings.Level == TrackingLevel.Off ? null : new OperationTracker(TrackingSettings.Level);

    private readonly ConditionalWeakTable<object, OperationHistory> _histories = new();

    /// <summary>The uses that no code has consumed. The references are weak, so that each history can be finalized.</summary>
    private readonly ConcurrentDictionary<long, WeakReference<OperationUse>> _pending = new();

    private long _started;
    private long _lastId;

    internal OperationTracker(TrackingLevel level) => Level = level;

    internal TrackingLevel Level { get; }

    /// <summary>Records the start of an operation. A second call does nothing.</summary>
    /// <param name="wait">The operation that has waited for it, and was started by the same code; null if the caller starts it.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // its callers are steps of each await
    internal void Start(ITracked operation, ITracked? wait = null) => Try(
        (tracker, operation, _) => tracker.NoteStart((ITracked)operation, wait), operation, 0);

    /// <summary>Records which code awaits an operation. A second call does nothing.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // its callers are steps of each await
    internal void Await(object operation, short token) => Try(
        static (tracker, operation, token) =>
        {
            if (tracker.Find(operation, token) is { AwaitedBy: null } use)
            {
                use.AwaitedBy = CallSite.Find();
            }
        },
        operation,
        token);

    /// <summary>Records the consumption of an operation by an await, a blocking call, or Forget. A second call does nothing.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // its callers are steps of each await
    internal void Consume(object operation, short token) => Try(
        static (tracker, operation, token) =>
        {
            if (tracker.Find(operation, token) is { ConsumedBy: null } use)
            {
                use.ConsumedBy = CallSite.Find();
                tracker._pending.TryRemove(use.Id, out _);
            }
        },
        operation,
        token);

    /// <summary>A use that is tracked, and not long over; otherwise null.</summary>
    internal OperationUse? Find(object operation, short token) =>
        _histories.TryGetValue(operation, out OperationHistory? history) ? history.Find(token) : null;

    internal TrackedOperation[] GetPending()
    {
        List<OperationUse> uses = [];
        foreach (KeyValuePair<long, WeakReference<OperationUse>> entry in _pending)
        {
            if (entry.Value.TryGetTarget(out OperationUse? use))
            {
                uses.Add(use);
            }
        }

        return [.. uses.OrderBy(static use => use.Id).Select(static use => use.Tracked)];
    }

    /// <summary>Reports an operation whose object was collected before any code consumed it; on the finalizer's thread.</summary>
    internal void ReportLost(OperationUse use)
    {
        _pending.TryRemove(use.Id, out _);
        DiagnosticReports.ReportLost(use.Tracked);
    }

    /// <summary>Calls a delegate and reports what it throws, because diagnosis never changes a result.</summary>
    private void Try(Action<OperationTracker, object, short> note, object operation, short token)
    {
        try
        {
            note(this, operation, token);
        }
        catch (ThreadInterruptedException)
        {
            // A lock of the framework's tables threw this. The thread is to be interrupted at the caller's own next wait.
            Thread.CurrentThread.Interrupt();
        }
        catch (Exception exception)
        {
            UnobservedExceptions.Report(exception);
        }
    }

    private void NoteStart(ITracked operation, ITracked? wait)
    {
        short token = operation.Token;
        OperationUse? before = Find(operation, token);
        OperationUse? waited = wait is null ? null : Find(wait, wait.Token);
        if (before is { ConsumedBy: null } || (wait is not null && waited is null))
        {
            return;
        }

        if (Level != TrackingLevel.All && Interlocked.Increment(ref _started) % SampleInterval != 0)
        {
            return;
        }

        Type type = operation.TrackedType;
        string startedBy = (before ?? waited)?.Tracked.StartedBy ?? CallSite.Find(type);
        OperationUse use = new(Interlocked.Increment(ref _lastId), token, new TrackedOperation { Type = type, StartedBy = startedBy });
        OperationHistory history = _histories.GetValue(operation, _ => new OperationHistory(this));
        history.Add(use);
        _pending[use.Id] = new WeakReference<OperationUse>(use);
    }
}

/// <summary>An operation as the diagnostics see it.</summary>
internal interface ITracked
{
    short Token { get; }

    /// <summary>The type that names the operation: its state machine's, otherwise its own.</summary>
    Type TrackedType { get; }
}

/// <summary>One use of a pooled object, from its start to its consumption.</summary>
internal sealed class OperationUse(long id, short token, TrackedOperation operation)
{
    internal string? AwaitedBy { get => Volatile.Read(ref field); set => Volatile.Write(ref field, value); }

    internal string? ConsumedBy { get => Volatile.Read(ref field); set => Volatile.Write(ref field, value); }

    internal long Id { get; } = id;

    internal short Token { get; } = token;

    internal TrackedOperation Tracked { get; } = operation;
}

/// <summary>The history of one pooled object: its present use and the last few before.</summary>
/// <remarks>A table of weak keys holds it, so that it lives as long as the object, and is finalized when the object is gone. If the last
/// use was not consumed by then, it was lost.</remarks>
internal sealed class OperationHistory(OperationTracker tracker)
{
    /// <summary>The number of uses that are kept. Most stale handles are used soon.</summary>
    private const int Length = 8;

    private readonly OperationUse?[] _uses = new OperationUse?[Length];
    private ShortLock _lock;
    private int _last;

    ~OperationHistory()
    {
        if (_uses[_last] is { ConsumedBy: null } lost)
        {
            tracker.ReportLost(lost);
        }
    }

    internal void Add(OperationUse use)
    {
        _lock.Enter();
        _last = (_last + 1) % Length;
        _uses[_last] = use;
        _lock.Exit();
    }

    /// <summary>The use of a token; null if it was not tracked, or is no longer kept.</summary>
    internal OperationUse? Find(short token)
    {
        OperationUse? found = null;
        _lock.Enter();
        for (int age = 0; age < Length && found is null; age++)
        {
            OperationUse? use = _uses[(_last + Length - age) % Length];
            found = use?.Token == token ? use : null;
        }

        _lock.Exit();
        return found;
    }
}

/// <summary>A tracked operation; see <see cref="Pool.GetPendingOperations"/> and <see cref="Pool.OperationLost"/>.</summary>
/// <example><code>
/// foreach (TrackedOperation operation in Pool.GetPendingOperations())
/// {
///     Console.WriteLine($"{operation.Method}, started by {operation.StartedBy}");
/// }
/// </code></example>
public readonly record struct TrackedOperation
{
    /// <summary>The type that names the operation: an async method's state machine, a source's or a combinator's type, the releaser of a
    /// lock that is held.</summary>
    public Type Type { get; internal init; }

    /// <summary>The name of the operation: its method with the class, otherwise its type.</summary>
    public string Method => OperationNames.Of(Type);

    /// <summary>The method that started the operation, with its file and line where those are known.</summary>
    public string StartedBy { get; internal init; }
}
