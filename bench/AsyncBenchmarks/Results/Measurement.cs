using System.Collections.Generic;

namespace AsyncBenchmarks.Results;

/// <summary>A case's numbers, each for one operation.</summary>
public sealed record Measurement
{
    /// <summary>The mean time in nanoseconds.</summary>
    public required double Mean { get; init; }

    /// <summary>Half of the mean's 99.9 % confidence interval, in nanoseconds.</summary>
    public required double Error { get; init; }

    /// <summary>The standard deviation of the iterations, in nanoseconds.</summary>
    public required double StdDev { get; init; }

    /// <summary>Collections of generation 0 per 1,000 operations.</summary>
    public required double Gen0 { get; init; }

    /// <summary>Collections of generation 1 per 1,000 operations.</summary>
    public required double Gen1 { get; init; }

    /// <summary>Collections of generation 2 per 1,000 operations.</summary>
    public required double Gen2 { get; init; }

    /// <summary>Allocated bytes; null where the runtime can't tell.</summary>
    public required long? Allocated { get; init; }

    /// <summary>Bytes that stay alive for one more operation in flight; null where operations can't be in flight together.</summary>
    public required long? Survived { get; init; }

    /// <summary>What the scenario measures besides.</summary>
    public IReadOnlyList<FigureResult> Figures { get; init; } = [];

    /// <summary>The iterations' times in nanoseconds, a list per launch.</summary>
    public required IReadOnlyList<IReadOnlyList<double>> Iterations { get; init; }
}
