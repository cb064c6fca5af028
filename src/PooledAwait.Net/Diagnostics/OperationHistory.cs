namespace PooledAwait;

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
