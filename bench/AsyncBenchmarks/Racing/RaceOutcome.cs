using System.Collections.Generic;

namespace AsyncBenchmarks.Racing;

/// <summary>What came of a race.</summary>
/// <param name="Runtime">The runtime's description of itself; null when no runner got so far.</param>
/// <param name="Logs">One per competitor, in their order; the first is the reference.</param>
/// <param name="Interrupted">Whether it was stopped before its last round.</param>
internal sealed record RaceOutcome(string? Runtime, IReadOnlyList<RaceLog> Logs, bool Interrupted)
{
    public RaceLog Reference => Logs[0];
}
