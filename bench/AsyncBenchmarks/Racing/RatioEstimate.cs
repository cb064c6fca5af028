namespace AsyncBenchmarks.Racing;

/// <summary>How a competitor's time relates to the reference's.</summary>
/// <param name="Median">The median, over all rounds, of the ratio within a round.</param>
/// <param name="Lower">Where the confidence interval begins.</param>
/// <param name="Upper">Where it ends.</param>
internal sealed record RatioEstimate(double Median, double Lower, double Upper)
{
    public Verdict Verdict => Upper < 1 ? Verdict.Win : Lower > 1 ? Verdict.Loss : Verdict.CannotTell;
}
