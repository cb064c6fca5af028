using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>What one machine measured, in any number of runs and races; no case twice.</summary>
public sealed record MachineResults
{
    /// <summary>What tells it from the other machines: its description, or the name that it was given.</summary>
    public required string Name { get; init; }

    /// <summary>Its runs, each with its own origin.</summary>
    public required IReadOnlyList<RunResults> Runs { get; init; }

    /// <summary>Its races.</summary>
    public required IReadOnlyList<RaceResults> Races { get; init; }
}
