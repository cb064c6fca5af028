using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>What came of counting one case's instructions. All counts are per operation.</summary>
public sealed record CountRow
{
    /// <summary>The row's name.</summary>
    public required string Name { get; init; }

    /// <summary>The case.</summary>
    public required string Case { get; init; }

    /// <summary>Whether it has numbers.</summary>
    public required CaseOutcome Outcome { get; init; }

    /// <summary>Why it has none.</summary>
    public string? Reason { get; init; }

    /// <summary>How many runs were counted.</summary>
    public int Runs { get; init; }

    /// <summary>Instructions, in the run in the middle.</summary>
    public double? Instructions { get; init; }

    /// <summary>Instructions in the run with the fewest.</summary>
    public double? Least { get; init; }

    /// <summary>Instructions in the run with the most: a signal's handler, or a pool's exchange, may be in it.</summary>
    public double? Most { get; init; }

    /// <summary>Where they are, over all runs; the greatest first.</summary>
    public IReadOnlyList<CountedFunction> Functions { get; init; } = [];
}

/// <summary>The part of an operation's instructions that one function has.</summary>
/// <param name="Name">The function; of native code, the file.</param>
/// <param name="Instructions">Its own, without those of what it calls.</param>
/// <param name="Calls">How often it is called; 0 of native code.</param>
public sealed record CountedFunction(string Name, double Instructions, double Calls);
