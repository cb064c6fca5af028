using System;
using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>One row of a table: a case on a runtime.</summary>
public sealed record CaseResult
{
    /// <summary>The case's name, the same in every run.</summary>
    public required string Case { get; init; }

    /// <summary>The scenario's name.</summary>
    public required string Scenario { get; init; }

    /// <summary>The row's name in its table.</summary>
    public required string Row { get; init; }

    /// <summary>The library's name.</summary>
    public required string Library { get; init; }

    /// <summary>The way of use, where a library has rows for several, such as Pool; empty where there is one.</summary>
    public string Categories { get; init; } = "";

    /// <summary>The runtime's name on the command line.</summary>
    public required string Runtime { get; init; }

    /// <summary>The scenario's parameters, in the order of their columns.</summary>
    public required IReadOnlyList<KeyValuePair<string, string>> Parameters { get; init; }

    /// <summary>What was added to the environment of its processes.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Whether rows with the same scenario, runtime and parameters are compared with this one.</summary>
    public required bool IsBaseline { get; init; }

    /// <summary>What became of it.</summary>
    public required CaseOutcome Outcome { get; init; }

    /// <summary>Why there are no numbers.</summary>
    public string? Reason { get; init; }

    /// <summary>The numbers.</summary>
    public Measurement? Measurement { get; init; }

    /// <summary>When its first process was started, in universal time; null where there was none, and in older files.</summary>
    public DateTimeOffset? Started { get; init; }

    /// <summary>What the machine was like meanwhile; null where nothing ran, and in older files.</summary>
    public CaseConditions? Conditions { get; init; }

    /// <summary>The mean against the baseline's; null without a measured baseline.</summary>
    public double? Ratio { get; init; }

    /// <summary>The ratio's standard deviation.</summary>
    public double? RatioSD { get; init; }
}
