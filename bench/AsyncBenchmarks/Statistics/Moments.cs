using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace AsyncBenchmarks.Statistics;

/// <summary>The spread of values, and how far from the truth they may be: with a confidence of 99.9 %, everywhere.</summary>
internal static class Moments
{
    /// <summary>The probability below the upper end of an interval.</summary>
    private const double BelowUpper = 1 - ((1 - 0.999) / 2);

    /// <summary>Half of the confidence interval of what has this standard error.</summary>
    public static double HalfInterval(double standardError, int degreesOfFreedom) =>
        standardError * new StudentDistribution(degreesOfFreedom).Quantile(BelowUpper);

    /// <summary>The variance of two values or more.</summary>
    public static double Variance(IReadOnlyList<double> values)
    {
        double mean = values.Average();
        return values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
    }
}

internal static class Median
{
    /// <summary>Of an even number of values the mean of the two in the middle.</summary>
    public static double Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values];
        Array.Sort(sorted);
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
