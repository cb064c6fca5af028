using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>Everything a report needs to know about races.</summary>
public sealed record RaceResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    /// <summary>Where the numbers come from.</summary>
    public required Origin Origin { get; init; }

    /// <summary>What it ran on; where that were several, the first: each race has its own.</summary>
    public required RuntimeInfo Runtime { get; init; }

    /// <summary>How often every process was started.</summary>
    public required int Launches { get; init; }

    /// <summary>Rounds per launch.</summary>
    public required int Rounds { get; init; }

    /// <summary>The length of a slice.</summary>
    public required double SliceMilliseconds { get; init; }

    /// <summary>What was added to every process's environment.</summary>
    public required IReadOnlyDictionary<string, string> Environment { get; init; }

    /// <summary>The time in which it was measured; empty in older files.</summary>
    public IReadOnlyList<Session> Sessions { get; init; } = [];

    /// <summary>What a reader must know before trusting the ratios.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The races.</summary>
    public required IReadOnlyList<RaceResult> Races { get; init; }

    /// <summary>What one of the races ran on.</summary>
    public RuntimeInfo RuntimeOf(RaceResult race) => race.Runtime ?? Runtime;
}
