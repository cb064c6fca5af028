using System;
using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Statistics;

/// <summary>Mean and spread of values, and how far from the truth they may be: with a confidence of 99.9 %, everywhere.</summary>
internal static class Moments
{
    // What lies beyond one end of an interval.
    private const double Tail = 0.0005;

    /// <summary>The mean, half of its confidence interval, and the standard deviation; of one value the others are 0.</summary>
    public static (double Mean, double Error, double StandardDeviation) Of(IReadOnlyList<double> values)
    {
        double mean = values.Average();
        return values.Count < 2
            ? (mean, 0, 0)
            : (mean, HalfInterval(Math.Sqrt(SquaredError(values)), values.Count - 1), Math.Sqrt(Variance(values)));
    }

    /// <summary>The square of the mean's standard error, of two values or more.</summary>
    public static double SquaredError(IReadOnlyList<double> values) => Variance(values) / values.Count;

    /// <summary>Half of the confidence interval of what has this standard error.</summary>
    public static double HalfInterval(double standardError, int degreesOfFreedom) =>
        standardError * Quantile.StudentT(1 - Tail, degreesOfFreedom);

    private static double Variance(IReadOnlyList<double> values)
    {
        double mean = values.Average();
        return values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
    }
}
