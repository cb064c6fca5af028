namespace AsyncBenchmarks.Results;

/// <summary>What a <see cref="FigureResult"/> counts.</summary>
public enum FigureResultUnit
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
