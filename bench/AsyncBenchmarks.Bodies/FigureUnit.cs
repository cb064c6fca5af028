namespace AsyncBenchmarks;

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
