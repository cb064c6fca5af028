namespace AsyncBenchmarks.Results;

/// <summary>What a race says about a competitor against the reference.</summary>
public enum Verdict
{
    /// <summary>1.00 is inside the interval.</summary>
    CannotTell,

    /// <summary>Faster than the reference: the whole interval is below 1.00.</summary>
    Win,

    /// <summary>Slower than the reference: the whole interval is above 1.00.</summary>
    Loss,
}
