using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Results;

/// <summary>
/// How times changed, with Welch's 99.9 % confidence interval of the logarithms. The samples are the launches, each by its
/// median, where both sides have enough of them: iterations of one launch are no independent samples, since what the
/// just-in-time compiler decided and where memory came to lie is the same for all. Otherwise they are the iterations, and the
/// interval leaves out what differs between launches.
/// </summary>
internal static class TimeRatio
{
    // The tail of Student's t with fewer degrees of freedom is so long that nothing is ever found.
    private const int FewestLaunches = 3;

    public static RatioEstimate? Estimate(IReadOnlyList<IReadOnlyList<double>> before, IReadOnlyList<IReadOnlyList<double>> after)
    {
        bool byLaunch = before.Count >= FewestLaunches && after.Count >= FewestLaunches;
        double[] first = Samples(before, byLaunch);
        double[] second = Samples(after, byLaunch);
        if (first.Length == 0 || second.Length == 0)
        {
            return null;
        }

        double difference = second.Average() - first.Average();
        if (first.Length == 1 || second.Length == 1)
        {
            return new RatioEstimate(Math.Exp(difference), null, null);
        }

        double half = HalfWidth(first, second);
        return new RatioEstimate(Math.Exp(difference), Math.Exp(difference - half), Math.Exp(difference + half));
    }

    private static double[] Samples(IReadOnlyList<IReadOnlyList<double>> launches, bool byLaunch) => byLaunch
        ? [.. launches.Select(launch => Math.Log(Median.Of(launch)))]
        : [.. launches.SelectMany(launch => launch).Select(time => Math.Log(time))];

    private static double HalfWidth(double[] first, double[] second)
    {
        double one = Moments.SquaredError(first);
        double other = Moments.SquaredError(second);
        double both = one + other;
        if (both == 0)
        {
            return 0;
        }

        // Welch's and Satterthwaite's; rounded down is on the safe side.
        double freedom = both * both / ((one * one / (first.Length - 1)) + (other * other / (second.Length - 1)));
        return Moments.HalfInterval(Math.Sqrt(both), Math.Max(1, (int)freedom));
    }
}
