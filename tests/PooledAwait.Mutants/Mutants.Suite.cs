using System.Collections.Generic;

namespace PooledAwait.Mutants;

/// <content>The ways to break the benchmark suite.</content>
internal static partial class Mutants
{
    private const string Recorder = "Measuring/RunRecorder.cs";
    private const string Chart = "Reports/RatioChart.cs";
    private const string Tables = "Reports/ResultTables.cs";
    private const string Comparison = "Results/Comparison.cs";

    private static IReadOnlyList<Mutant> Suite =>
    [
        OfSuite("The page runs what a name says", "Reports/HtmlReport.cs", "=> WebUtility.HtmlEncode(words);", "=> words;", "HtmlReportTests"),
        OfSuite("A warning of one run stands at all rows", "Reports/RunPage.cs", "Warnings = of.Page.Warnings,", "Warnings = pages[^1].Page.Warnings,", "HtmlReportTests"),
        OfSuite("A chart's interval ends at the median", Chart, "new(Math.Min(upper, end), y)", "new(ratio.Median, y)", "RatioChartTests"),
        OfSuite("A row far beyond the others presses them", Chart, "FarOut * Math.Max(1,", "1000 * Math.Max(1,", "RatioChartTests"),
        OfSuite("The reference's second lane takes its place", Recorder, "race.Rows.Where(row => row == reference || row.Case != reference.Case)", "race.Rows", "SuiteRunTests"),
        OfSuite("A missing runtime stays missing in a run that is continued", Recorder, " && !missing.Contains(row.Runtime)", string.Empty, "SuiteRunTests"),
        OfSuite("The reference's second lane has no row", Tables, "        if (ratio?.Again is { } again)", "        if (ratio?.Again is { } again && ratio.Reference.Length == 0)", "ResultTablesTests"),
        OfSuite("The fastest hides those that may be as fast", Tables, "pair.Ratio.Estimate!.Lower <= ratio.Estimate!.Upper", "pair.Ratio.Estimate!.Lower < 0", "ResultTablesTests"),
        OfSuite("A median past the threshold makes a case slower", Comparison, "time?.Lower > 1 + threshold", "time?.Median > 1 + threshold", "ComparisonTests"),
        OfSuite("Ratios to different references are compared", Comparison, "!isRaced || before.Reference == after.Reference", "!isRaced || before.Reference is not null", "ComparisonTests"),
        OfSuite("Launches that differ do not widen a race's interval", "Racing/RatioEstimator.cs", "Math.Max(0, Moments.Variance(medians) - ofOneMedian)", "0", "RatioEstimatorTests"),
        OfSuite("A count is raced as a time is", "Racing/RaceSummary.cs", "log == reference || median.Unit != FigureResultUnit.Nanoseconds", "log == reference", "RaceFigureTests"),
        OfSuite("Our own work makes a machine busy", "Conditions/ProcessorUse.cs", "to.Busy - from.Busy - (to.Ours - from.Ours)", "to.Busy - from.Busy", "ProcessorUseTests"),
    ];

    private static Mutant OfSuite(string name, string file, string original, string broken, string filter) =>
        new(name, file, original, broken, filter) { Target = Target.Suite };
}
