namespace PooledAwait;

/// <summary>What tracking notes about one pooled object: its present use and the last few before.</summary>
/// <remarks>
/// It lives as long as the object, because a table of weak keys holds it; so its finalizer runs when the object is gone, and an object
/// that is gone while its use was neither consumed nor forgotten was lost. All members but the finalizer are called under its lock.
/// </remarks>
internal sealed class OperationHistory
{
    /// <summary>How many uses it keeps. A stale handle is mostly used soon after.</summary>
    private const int Length = 8;

    private readonly OperationTracker _tracker;
    private readonly OperationUse?[] _uses = new OperationUse?[Length];
    private int _last;

    internal OperationHistory(OperationTracker tracker) => _tracker = tracker;

    ~OperationHistory()
    {
        if (_uses[_last] is { ConsumedBy: null } lost)
        {
            _tracker.ReportLost(lost);
        }
    }

    internal void Add(OperationUse use)
    {
        _last = (_last + 1) % Length;
        _uses[_last] = use;
    }

    /// <summary>The use of a token; null if it was not tracked, or is long over.</summary>
    internal OperationUse? Find(short token)
    {
        for (int age = 0; age < Length; age++)
        {
            OperationUse? use = _uses[(_last + Length - age) % Length];
            if (use is not null && use.Token == token)
            {
                return use;
            }
        }

        return null;
    }
}
