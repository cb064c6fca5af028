using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>Everything a report needs to know about a run.</summary>
public sealed record RunResults
{
    /// <summary>The version of this file's format; raised when a reader of the old one would misread the new one.</summary>
    public int Format { get; init; } = ResultFile.Format;

    /// <summary>Where the numbers come from.</summary>
    public required Origin Origin { get; init; }

    /// <summary>How much time was spent on each case.</summary>
    public required RunKind Kind { get; init; }

    /// <summary>Whether every case that was asked for is there.</summary>
    public required bool Complete { get; init; }

    /// <summary>What it ran on.</summary>
    public required IReadOnlyList<RuntimeInfo> Runtimes { get; init; }

    /// <summary>The times in which it was measured: one, and one more for every time the run was resumed.</summary>
    public IReadOnlyList<Session> Sessions { get; init; } = [];

    /// <summary>What a reader must know before trusting the times, such as that the machine was not quiet.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>The scenarios.</summary>
    public required IReadOnlyList<ScenarioInfo> Scenarios { get; init; }

    /// <summary>The rows, in the order of the tables.</summary>
    public required IReadOnlyList<CaseResult> Cases { get; init; }
}
