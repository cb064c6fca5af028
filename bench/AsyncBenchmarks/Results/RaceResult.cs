using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>One race: what did the same work, against one reference.</summary>
/// <param name="Title">The scenario and its parameters.</param>
/// <param name="Interrupted">Whether it was stopped before its last round.</param>
/// <param name="Disturbed">The share of the time in which others had the processor; that time was not counted.</param>
/// <param name="Rows">The competitors; the first is the reference.</param>
public sealed record RaceResult(string Title, bool Interrupted, double Disturbed, IReadOnlyList<RaceRow> Rows)
{
    /// <summary>The share of disturbed time above which readers are told that the machine was not quiet.</summary>
    public const double WorthAWarning = 0.05;

    /// <summary>What it ran on; null in older files, where all races ran on the same.</summary>
    public RuntimeInfo? Runtime { get; init; }
}
