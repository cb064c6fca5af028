namespace PooledAwait.Schedules;

/// <summary>Runs the parts of two threads by a schedule, and everything that they queue. What follows it looks at the outcome.</summary>
/// <param name="left">The left thread's part.</param>
/// <param name="right">The right thread's part.</param>
/// <param name="begins">
/// Null, or what must hold before the first decision: until then the left thread runs alone, because the right one's accesses commute with
/// what it does there. No shared access of this is one for the schedule.
/// </param>
internal delegate void Race(Action left, Action right, Func<bool>? begins = null);
