namespace AsyncBenchmarks.Racing;

internal static class RaceSummary
{
    /// <summary>A row for each case; the reference's has what it took against itself.</summary>
    public static IReadOnlyList<CaseResult> Of(string runtime, IReadOnlyList<RaceLog> logs)
    {
        RaceLog reference = logs[0];
        RaceLog? again = logs.Skip(1).FirstOrDefault(log => log.Competitor.Case == reference.Competitor.Case);
        return
        [
            .. logs.Where(log => log != again).Select(log => Row(runtime, log, reference, again) with
            {
                Again = log == reference && again is { Failure: null } ? RatioEstimator.Between(again, reference) : null,
            }),
        ];
    }

    public static CaseResult Row(Case of, string runtime, CaseOutcome outcome, string? reason = null) => new()
    {
        Scenario = of.Scenario,
        Row = of.Row,
        Library = of.Library,
        Runtime = runtime,
        Parameters = new(of.Parameters),
        Outcome = outcome,
        Reason = reason,
    };

    private static CaseResult Row(string runtime, RaceLog log, RaceLog reference, RaceLog? again)
    {
        SliceResult[] slices = [.. log.Launches.SelectMany(launch => launch)];
        if (log.Failure is { } failure)
        {
            (CaseOutcome outcome, string reason) = log.Competitor.Explain(failure);
            return Row(log.Competitor.Case, runtime, outcome, reason);
        }

        double bytes = Median.Of(slices.Select(slice => slice.BytesPerOperation ?? double.NaN));
        bool isCompared = reference.Failure is null;
        return Row(log.Competitor.Case, runtime, CaseOutcome.Measured) with
        {
            Measurement = new Measurement
            {
                Median = log.Median,
                Launches = log.LaunchCount,
                Disturbed = slices.Average(slice => slice.Disturbed),
                Gen0 = slices.Average(slice => slice.Gen0),
                Gen1 = slices.Average(slice => slice.Gen1),
                Gen2 = slices.Average(slice => slice.Gen2),
                Allocated = double.IsNaN(bytes) ? null : (long)Math.Round(bytes),
                Survived = log.Survived,
                Figures = FigureEstimator.Of(log, reference, again),
            },
            Ratio = !isCompared ? null : log == reference ? new RatioEstimate(1, 1, 1) : RatioEstimator.Between(log, reference),
            Reference = isCompared ? reference.Competitor.Name : null,
        };
    }
}
