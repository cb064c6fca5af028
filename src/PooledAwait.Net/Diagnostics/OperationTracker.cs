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
