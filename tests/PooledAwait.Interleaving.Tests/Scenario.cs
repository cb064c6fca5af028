namespace PooledAwait.Schedules;

/// <summary>What two threads do with shared operations. Made anew for every schedule.</summary>
internal sealed class Scenario
{
    /// <summary>The left thread's part.</summary>
    internal required Action Left { get; init; }

    /// <summary>The right thread's part.</summary>
    internal required Action Right { get; init; }

    /// <summary>
    /// Null, or what must hold before the first decision: until then the left thread runs alone, because the right one's accesses
    /// commute with what it does there. No shared access of this is one for the schedule.
    /// </summary>
    internal Func<bool>? Begins { get; init; }

    /// <summary>Looks at the outcome when both are through and everything that was queued has run.</summary>
    internal required Action Check { get; init; }
}
