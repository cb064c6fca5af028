using System;
using System.Collections.Generic;

namespace AsyncBenchmarks.Statistics;

/// <summary>The value in the middle.</summary>
internal static class Median
{
    /// <summary>Of an even number of values the mean of the two in the middle.</summary>
    public static double Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values];
        return OfSorting(sorted);
    }

    /// <summary>The same without a copy: sorts the values.</summary>
    public static double OfSorting(Span<double> values)
    {
        values.Sort();
        int middle = values.Length / 2;
        return values.Length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
