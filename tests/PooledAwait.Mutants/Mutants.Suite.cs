using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break the benchmark suite.</content>
internal static partial class Mutants
{
    private const string Chart = "Reports/RatioChart.cs";

    private static IReadOnlyList<Mutant> Suite =>
    [
        OfSuite("A chart's interval ends at the median", Chart, "new(Math.Min(upper, end), y)", "new(ratio.Median, y)", "RatioChartTests"),
        OfSuite("A row far beyond the others presses them", Chart, "FarOut * Math.Max(1,", "1000 * Math.Max(1,", "RatioChartTests"),
        OfSuite("Launches that differ do not widen a race's interval", "Racing/RatioEstimator.cs", "Math.Max(0, Moments.Variance(medians) - ofOneMedian)", "0", "RatioEstimatorTests"),
        OfSuite("Our own work makes a machine busy", "Conditions/ProcessorUse.cs", "to.Busy - from.Busy - (to.Ours - from.Ours)", "to.Busy - from.Busy", "ProcessorUseTests"),
    ];

    private static Mutant OfSuite(string name, string file, string original, string broken, string filter) =>
        new(name, file, original, broken, filter) { Target = Target.Suite };
}
