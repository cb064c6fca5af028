using System;
using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Racing;

/// <summary>Draws the conclusions from what a race's runners did.</summary>
internal static class RaceSummary
{
    public static RaceResult Of(RaceGroup group, RaceOutcome outcome) => new(
        group.Title,
        outcome.Interrupted,
        outcome.Logs.SelectMany(log => log.Launches).SelectMany(launch => launch).Select(slice => slice.Disturbed).DefaultIfEmpty(0).Average(),
        [
            .. outcome.Logs.Select(log => Row(log, outcome.Reference)),
            .. group.NotAvailable.Select(missing => new RaceRow
            {
                Name = missing.Row,
                Case = missing.Id,
                Outcome = CaseOutcome.NotAvailable,
                Reason = missing.Availability.NotAvailable,
            }),
        ]);

    private static RaceRow Row(RaceLog log, RaceLog reference)
    {
        SliceResult[] slices = [.. log.Launches.SelectMany(launch => launch)];
        if (log.Failure is not null || slices.Length == 0)
        {
            string? known = log.Failure is null ? null : log.Competitor.KnownFailure;
            return new RaceRow
            {
                Name = log.Competitor.Name,
                Case = log.Competitor.CaseId,
                Outcome = known is null ? CaseOutcome.Failed : CaseOutcome.KnownFailure,
                Reason = (log.Failure ?? "The race was stopped before its first round.") + (known is null ? "" : $" ({known})"),
            };
        }

        IReadOnlyList<IReadOnlyList<double>> ratios = log == reference ? [] : RatioEstimator.Ratios(log, reference);
        double bytes = Median.Of(slices.Select(slice => slice.BytesPerOperation ?? double.NaN));
        return new RaceRow
        {
            Name = log.Competitor.Name,
            Case = log.Competitor.CaseId,
            Outcome = CaseOutcome.Measured,
            Median = Median.Of(slices.Select(slice => slice.NanosecondsPerOperation)),
            Allocated = double.IsNaN(bytes) ? null : (long)Math.Round(bytes),
            Ratio = RatioEstimator.Estimate(ratios),
            Ratios = ratios,
        };
    }
}
