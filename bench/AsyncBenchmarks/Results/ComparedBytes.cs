namespace AsyncBenchmarks.Results;

/// <summary>Bytes before and after; they are exact, so any difference is one.</summary>
/// <param name="Before">Before; null where it is not known.</param>
/// <param name="After">After; null where it is not known.</param>
public sealed record ComparedBytes(long? Before, long? After)
{
    /// <summary>Whether there are more of them; what is known only once is not compared.</summary>
    public bool IsMore => After > Before;

    /// <summary>Whether there are fewer of them.</summary>
    public bool IsLess => After < Before;
}
