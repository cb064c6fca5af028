namespace AsyncBenchmarks.Racing;

/// <summary>
/// The median ratio with its confidence interval, by Student's t from how much the launches' medians differ. A few launches tell too little
/// of that, so the spread that published races show counts as much as ten more; with fifteen launches what is seen decides.
/// </summary>
internal static class RatioEstimator
{
    private const int FewestRounds = 3;

    // Of 682 rows of races on two machines: launches of one row differ by 3 %, beyond what their rounds explain.
    private const double KnownSpread = 0.03;
    private const int KnownSpreadWeight = 10;

    // Of normally distributed values: the standard deviation against the median distance from the median, and the variance
    // of a median against that of a mean.
    private const double FromMedianDistance = 1.4826;
    private const double OfMedian = Math.PI / 2;

    /// <summary>Estimates from the ratios of each launch's rounds; null when there is none.</summary>
    public static RatioEstimate? Estimate(IReadOnlyList<IReadOnlyList<double>> ratiosByLaunch)
    {
        double[][] launches = [.. ratiosByLaunch.Where(ratios => ratios.Count > 0).Select(ratios => ratios.ToArray())];
        if (launches.Length == 0)
        {
            return null;
        }

        double median = Median.Of(launches.SelectMany(ratios => ratios));
        double half = launches.All(ratios => ratios.Length >= FewestRounds) ? HalfInterval(launches) : double.NaN;
        return double.IsNaN(half)
            ? new RatioEstimate(median, null, null)
            : new RatioEstimate(median, median * Math.Exp(-half), median * Math.Exp(half));
    }

    /// <summary>
    /// Estimates the ratio of two competitors that raced together; null when they had no round together. The ratio of the two times, as
    /// tables show them, is within the interval.
    /// </summary>
    public static RatioEstimate? Between(RaceLog log, RaceLog reference) =>
        Estimate(Ratios(log, reference))?.Including(log.Median / reference.Median);

    private static IReadOnlyList<IReadOnlyList<double>> Ratios(RaceLog log, RaceLog reference) =>
    [
        .. log.Launches.Zip(reference.Launches, (mine, theirs) => mine
            .Zip(theirs, (my, their) => my.NanosecondsPerOperation / their.NanosecondsPerOperation)
            .ToArray()),
    ];

    // Of the ratio's logarithm.
    private static double HalfInterval(double[][] launches)
    {
        double[][] logarithms = [.. launches.Select(ratios => ratios.Select(ratio => Math.Log(ratio)).ToArray())];
        double[] medians = [.. logarithms.Select(Median.Of)];
        double ofOneMedian = logarithms.Zip(medians, (rounds, median) => ErrorOfMedian(rounds, median)).Average();
        int freedom = KnownSpreadWeight + launches.Length - 1;
        double seen = launches.Length > 1 ? Math.Max(0, Moments.Variance(medians) - ofOneMedian) : 0;
        double spread = ((KnownSpreadWeight * KnownSpread * KnownSpread) + ((launches.Length - 1) * seen)) / freedom;
        return Moments.HalfInterval(Math.Sqrt((spread + ofOneMedian) / launches.Length), freedom);
    }

    // The square of its standard error; outliers don't count.
    private static double ErrorOfMedian(double[] values, double median)
    {
        double deviation = FromMedianDistance * Median.Of(values.Select(value => Math.Abs(value - median)));
        return OfMedian * deviation * deviation / values.Length;
    }
}
