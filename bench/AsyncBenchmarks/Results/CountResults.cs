using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>Everything a report needs to know about counted instructions.</summary>
public sealed record CountResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    /// <summary>Where the numbers come from.</summary>
    public required Origin Origin { get; init; }

    /// <summary>What was added to every process's environment.</summary>
    public required IReadOnlyDictionary<string, string> Environment { get; init; }

    /// <summary>What a reader must know.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The cases that do the same work, group by group.</summary>
    public required IReadOnlyList<CountResult> Counts { get; init; }
}

/// <summary>One scenario with the same parameters, on one runtime.</summary>
/// <param name="Title">The scenario and its parameters.</param>
/// <param name="Runtime">What it ran on.</param>
/// <param name="Rows">The cases.</param>
public sealed record CountResult(string Title, RuntimeInfo Runtime, IReadOnlyList<CountRow> Rows);
