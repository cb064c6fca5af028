using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>What came of one competitor.</summary>
public sealed record RaceRow
{
    /// <summary>The row's name.</summary>
    public required string Name { get; init; }

    /// <summary>The case it worked on.</summary>
    public required string Case { get; init; }

    /// <summary>Whether it has numbers.</summary>
    public required CaseOutcome Outcome { get; init; }

    /// <summary>Why it has none.</summary>
    public string? Reason { get; init; }

    /// <summary>The median time of an operation in nanoseconds, over all slices: an orientation, not for comparing.</summary>
    public double? Median { get; init; }

    /// <summary>Bytes an operation allocates; null where the runtime can't tell.</summary>
    public long? Allocated { get; init; }

    /// <summary>Time against the reference's; null for the reference itself.</summary>
    public RatioEstimate? Ratio { get; init; }

    /// <summary>The ratios within the rounds, a list per launch: what the estimate was made of.</summary>
    public IReadOnlyList<IReadOnlyList<double>> Ratios { get; init; } = [];
}
