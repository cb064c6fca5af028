using AsyncBenchmarks.Results;
using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Racing;

/// <summary>
/// The median ratio with its confidence interval. With five launches or more the interval is bootstrapped in two steps, as the
/// data came to be: launches are drawn from the launches, then rounds from the drawn launches. Fewer launches tell too little
/// of how launches differ: there the spread that published races show is taken as known, and corrected by what is seen.
/// </summary>
internal static class RatioEstimator
{
    private const int Resamples = 20_000;
    private const int LaunchesToBootstrap = 5;
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
        if (launches.Length < LaunchesToBootstrap)
        {
            double half = launches.All(ratios => ratios.Length >= FewestRounds) ? HalfInterval(launches) : double.NaN;
            return double.IsNaN(half)
                ? new RatioEstimate(median, null, null)
                : new RatioEstimate(median, median * Math.Exp(-half), median * Math.Exp(half));
        }

        double[] medians = Resample(launches);
        double widening = Widening(launches.Length);
        int outside = (int)((1 - Moments.Confidence) / 2 * Resamples);
        return new RatioEstimate(
            median,
            median * Math.Pow(Math.Min(medians[outside] / median, 1), widening),
            median * Math.Pow(Math.Max(medians[^(outside + 1)] / median, 1), widening));
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

    private static double[] Resample(double[][] launches)
    {
        // Drawn are places in the order of all rounds, and counted: the one in the middle is found without sorting them again.
        double[] rounds = [.. launches.SelectMany(launch => launch)];
        int[] order = [.. Enumerable.Range(0, rounds.Length)];
        Array.Sort(rounds, order);
        int[] places = new int[order.Length];
        for (int place = 0; place < order.Length; place++)
        {
            places[order[place]] = place;
        }

        int first = 0;
        int[][] placesOfLaunches = new int[launches.Length][];
        for (int launch = 0; launch < launches.Length; launch++)
        {
            placesOfLaunches[launch] = places[first..(first + launches[launch].Length)];
            first += launches[launch].Length;
        }

        // The same data always give the same interval.
        Random random = new(20_000);
        double[] medians = new double[Resamples];
        int[] drawn = new int[rounds.Length];
        for (int i = 0; i < medians.Length; i++)
        {
            Array.Clear(drawn);
            int count = 0;
            for (int launch = 0; launch < launches.Length; launch++)
            {
                int[] from = placesOfLaunches[random.Next(launches.Length)];
                for (int round = 0; round < from.Length; round++)
                {
                    drawn[from[random.Next(from.Length)]]++;
                }

                count += from.Length;
            }

            medians[i] = (rounds[At(drawn, (count - 1) / 2)] + rounds[At(drawn, count / 2)]) / 2;
        }

        Array.Sort(medians);
        return medians;
    }

    /// <summary>The place of the drawn value that so many are before.</summary>
    private static int At(int[] drawn, int before)
    {
        int place = 0;
        for (int seen = drawn[0]; seen <= before; seen += drawn[place])
        {
            place++;
        }

        return place;
    }

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

    /// <summary>
    /// A bootstrap over five launches can't leave the range of the five, although one case raced against itself has all
    /// five on the same side once in sixteen times. The interval is widened by what Student's t has over the normal
    /// distribution for so few, and by the bias of a standard deviation taken from so few.
    /// </summary>
    private static double Widening(int launches) => Moments.Widening(launches - 1) * Math.Sqrt(launches / (launches - 1.0));
}
