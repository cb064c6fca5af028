using System;
using System.Collections.Generic;
using System.Linq;

namespace AsyncBenchmarks.Statistics;

/// <summary>Mean and spread of values.</summary>
internal static class Moments
{
    private const double Alpha = 0.0005;

    /// <summary>The mean, half of its 99.9 % confidence interval, and the standard deviation; of one value the others are 0.</summary>
    public static (double Mean, double Error, double StandardDeviation) Of(IReadOnlyList<double> values)
    {
        double mean = values.Average();
        if (values.Count < 2)
        {
            return (mean, 0, 0);
        }

        double deviation = Math.Sqrt(values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1));
        return (mean, deviation / Math.Sqrt(values.Count) * Quantile.StudentT(1 - Alpha, values.Count - 1), deviation);
    }
}
