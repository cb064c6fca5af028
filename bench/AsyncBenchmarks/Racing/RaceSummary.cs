using AsyncBenchmarks.Results;
using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Racing;

/// <summary>Draws the conclusions from what a race's runners did.</summary>
internal static class RaceSummary
{
    public static RaceResult Of(RaceGroup group, RaceOutcome outcome) => new(
        group.Title,
        outcome.Interrupted,
        outcome.Logs.SelectMany(log => log.Launches).SelectMany(launch => launch).Select(slice =>
            slice.Disturbed).DefaultIfEmpty(0).Average(),
        [
            .. outcome.Logs.Select(log => Row(log, outcome.Logs[0])),
            .. group.NotAvailable.Select(missing => Row(missing, CaseOutcome.NotAvailable) with { Reason = missing.NotAvailable }),
        ]);

    private static RaceRow Row(CaseProcess of, CaseOutcome outcome) => new() { Name = of.Name, Case = of.Id, Outcome = outcome };

    private static RaceRow Row(RaceLog log, RaceLog reference)
    {
        SliceResult[] slices = [.. log.Launches.SelectMany(launch => launch)];
        if (log.Failure is { } failure)
        {
            (CaseOutcome outcome, string reason) = log.Competitor.Explain(failure);
            return Row(log.Competitor, outcome) with { Reason = reason };
        }

        if (slices.Length == 0)
        {
            return Row(log.Competitor, CaseOutcome.Failed) with { Reason = "The race was stopped before its first round." };
        }

        IReadOnlyList<IReadOnlyList<double>> ratios = log == reference ? [] : RatioEstimator.Ratios(log, reference);
        return Row(log.Competitor, CaseOutcome.Measured) with
        {
            Median = Median.Of(slices.Select(slice => slice.NanosecondsPerOperation)),
            Allocated = SliceResult.Allocated(slices),
            Ratio = RatioEstimator.Estimate(ratios),
            Ratios = ratios,
            Figures = [.. FigureResult.Medians(log.Figures).Select(median => Figure(median, log, reference))],
        };
    }

    private static RaceFigure Figure(FigureResult median, RaceLog log, RaceLog reference)
    {
        // One pair per launch: a launch's figure is of all its slices.
        double?[] ratios = log == reference || median.Unit != FigureResultUnit.Nanoseconds ? []
            : [.. log.Figures.Select(Value).Zip(reference.Figures.Select(Value), (mine, theirs) => mine / theirs)];
        return new RaceFigure(
            median,
            RatioEstimator.Estimate([.. ratios.OfType<double>().Where(double.IsFinite).Select(ratio => new[] { ratio })]));

        double? Value(IReadOnlyList<FigureResult> figures) => figures.FirstOrDefault(figure => figure.Name == median.Name)?.Value;
    }
}
