namespace AsyncBenchmarks;

/// <summary>A number that a workload measures itself, beside its time and bytes: a column of its scenario's table.</summary>
/// <param name="Name">The column's name.</param>
/// <param name="Value">The number; NaN where the runtime doesn't have it.</param>
/// <param name="Unit">What it counts.</param>
public sealed record Figure(string Name, double Value, FigureUnit Unit);

/// <summary>What a <see cref="Figure"/> counts.</summary>
public enum FigureUnit
{
    /// <summary>Things.</summary>
    Count,

    /// <summary>Bytes.</summary>
    Bytes,

    /// <summary>Nanoseconds.</summary>
    Nanoseconds,

    /// <summary>1 for yes, 0 for no.</summary>
    YesNo,
}
