using System;

namespace PooledAwait.Schedules;

/// <summary>What two threads do with shared operations. Made anew for every schedule.</summary>
internal sealed class Scenario
{
    /// <summary>The left thread's part.</summary>
    internal required Action Left { get; init; }

    /// <summary>The right thread's part.</summary>
    internal required Action Right { get; init; }

    /// <summary>Looks at the outcome when both are through and everything that was queued has run.</summary>
    internal required Action Check { get; init; }
}
