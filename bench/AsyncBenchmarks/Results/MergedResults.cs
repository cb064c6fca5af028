using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>Results of one or several machines. Nothing is lost by merging: every run keeps its rows and its origin.</summary>
public sealed record MergedResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    /// <summary>The machines, each name once.</summary>
    public required IReadOnlyList<MachineResults> Machines { get; init; }
}
