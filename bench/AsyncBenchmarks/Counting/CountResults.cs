using System.Collections.Generic;
using AsyncBenchmarks.Results;

namespace AsyncBenchmarks.Counting;

/// <summary>Everything a report needs to know about counted instructions.</summary>
internal sealed record CountResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    /// <summary>Where the numbers come from.</summary>
    public required Origin Origin { get; init; }

    /// <summary>The variables added to the environment of every process.</summary>
    public required IReadOnlyDictionary<string, string> Environment { get; init; }

    /// <summary>Reasons to distrust the counts.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The cases that do the same work, group by group.</summary>
    public required IReadOnlyList<CountResult> Counts { get; init; }
}

/// <summary>One scenario with the same parameters, on one runtime.</summary>
/// <param name="Title">The scenario and its parameters.</param>
/// <param name="Runtime">The runtime.</param>
/// <param name="Rows">The cases.</param>
internal sealed record CountResult(string Title, RuntimeInfo Runtime, IReadOnlyList<CountRow> Rows);

/// <summary>The counted instructions of one case, per operation.</summary>
internal sealed record CountRow
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
internal sealed record CountedFunction(string Name, double Instructions, double Calls);
