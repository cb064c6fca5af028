using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Racing;

/// <summary>
/// The median ratio with its confidence interval. The interval is bootstrapped in two steps, as the data came to be:
/// launches are drawn from the launches, then rounds from the drawn launches.
/// </summary>
internal static class RatioEstimator
{
    private const double Confidence = 0.999;
    private const int Resamples = 20_000;

    // Two launches would have to be widened so far that nothing fits outside.
    private const int FewestLaunches = 3;

    /// <summary>Estimates from the ratios of each launch's rounds; null when there is none.</summary>
    public static RatioEstimate? Estimate(IReadOnlyList<IReadOnlyList<double>> ratiosByLaunch)
    {
        double[][] launches = [.. ratiosByLaunch.Where(ratios => ratios.Count > 0).Select(ratios => ratios.ToArray())];
        if (launches.Length == 0)
        {
            return null;
        }

        double median = Median.Of(launches.SelectMany(ratios => ratios));
        if (launches.Length < FewestLaunches)
        {
            return new RatioEstimate(median, null, null);
        }

        double[] medians = Resample(launches);
        double widening = Widening(launches.Length);
        int outside = (int)((1 - Confidence) / 2 * Resamples);
        return new RatioEstimate(
            median,
            median * Math.Pow(Math.Min(medians[outside] / median, 1), widening),
            median * Math.Pow(Math.Max(medians[^(outside + 1)] / median, 1), widening));
    }

    /// <summary>The ratios within each round of two competitors that raced together.</summary>
    public static IReadOnlyList<IReadOnlyList<double>> Ratios(RaceLog log, RaceLog reference) =>
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

    /// <summary>
    /// A bootstrap over five launches can't leave the range of the five, although one case raced against itself has all
    /// five on the same side once in sixteen times. The interval is widened by what Student's t has over the normal
    /// distribution for so few, and by the bias of a standard deviation taken from so few.
    /// </summary>
    private static double Widening(int launches)
    {
        double tail = 1 - ((1 - Confidence) / 2);
        return Quantile.StudentT(tail, launches - 1) / Quantile.Normal(tail) * Math.Sqrt(launches / (launches - 1.0));
    }
}
