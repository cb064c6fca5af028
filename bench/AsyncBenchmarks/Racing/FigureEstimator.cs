namespace AsyncBenchmarks.Racing;

/// <summary>
/// The medians of a row's own figures, and their ratios to the reference's. A figure has one value for each launch, in which the rows took
/// turns, so that values of the same launch are a pair.
/// </summary>
internal static class FigureEstimator
{
    // With three, Student's t is 32.
    private const int FewestPairs = 4;

    // How far the reference's latencies may differ from its own.
    private const double Steady = 0.2;

    /// <param name="again">The reference's other process; null if there is none.</param>
    public static IReadOnlyList<FigureResult> Of(RaceLog log, RaceLog reference, RaceLog? again) =>
    [
        .. FigureResult.Medians(log.Figures).Select(figure =>
            figure.Unit == FigureUnit.Latency && again is { Failure: null } && !IsSteady(again, reference, figure.Name)
                ? figure with { Value = null }
            : log == reference || figure.Unit == FigureUnit.YesNo ? figure
            : figure with { Ratio = Estimate(Pairs(log, reference, figure.Name)) }),
    ];

    /// <summary>
    /// The ratio of the means of two values in pairs, by Student's t from how much the pairs differ from it. Null where the second ones are
    /// all 0: collections that did not happen.
    /// </summary>
    internal static RatioEstimate? Estimate(IReadOnlyList<(double Mine, double Theirs)> pairs)
    {
        double theirs = pairs.Sum(pair => pair.Theirs);
        if (theirs == 0)
        {
            return null;
        }

        double ratio = pairs.Sum(pair => pair.Mine) / theirs;
        if (pairs.Count < FewestPairs)
        {
            return new RatioEstimate(ratio, null, null);
        }

        double[] errors = [.. pairs.Select(pair => (pair.Mine - (ratio * pair.Theirs)) * pairs.Count / theirs)];
        double half = Moments.HalfInterval(Math.Sqrt(Moments.Variance(errors) / pairs.Count), pairs.Count - 1);
        return new RatioEstimate(ratio, Math.Max(0, ratio - half), ratio + half);
    }

    private static bool IsSteady(RaceLog again, RaceLog reference, string name) =>
        Estimate(Pairs(again, reference, name)) is { } ratio && Math.Abs(ratio.Median - 1) <= Steady;

    private static (double Mine, double Theirs)[] Pairs(RaceLog log, RaceLog reference, string name) =>
    [
        .. log.Figures.Zip(reference.Figures, (mine, theirs) => (Mine: Value(mine, name), Theirs: Value(theirs, name)))
            .Where(pair => pair is { Mine: not null, Theirs: not null })
            .Select(pair => (pair.Mine!.Value, pair.Theirs!.Value)),
    ];

    private static double? Value(IReadOnlyList<FigureResult> figures, string name) =>
        figures.FirstOrDefault(figure => figure.Name == name)?.Value;
}
