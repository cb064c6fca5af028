using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>A runtime that cases ran on.</summary>
/// <param name="Id">Its name on the command line.</param>
/// <param name="Name">Its name in tables.</param>
/// <param name="Description">Its own description of itself, with the exact version; null until a case has run on it.</param>
public sealed record RuntimeInfo(string Id, string Name, string? Description)
{
    /// <summary>What a reader of its numbers must know, one line each.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Why nothing ran on it, and what to install; null where it was there.</summary>
    public string? NotFound { get; init; }
}
