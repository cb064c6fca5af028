namespace AsyncBenchmarks.Statistics;

/// <summary>The value in the middle.</summary>
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
