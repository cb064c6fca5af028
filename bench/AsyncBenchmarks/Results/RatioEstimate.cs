namespace AsyncBenchmarks.Results;

/// <summary>How a competitor's time relates to the reference's.</summary>
/// <param name="Median">The median, over all rounds, of the ratio within a round.</param>
/// <param name="Lower">Where its 99.9 % confidence interval begins; null when there are too few launches for one.</param>
/// <param name="Upper">Where it ends.</param>
public sealed record RatioEstimate(double Median, double? Lower, double? Upper)
{
    /// <summary>Faster, slower, or can't be told.</summary>
    public Verdict Verdict => Upper < 1 ? Verdict.Win : Lower > 1 ? Verdict.Loss : Verdict.CannotTell;
}
