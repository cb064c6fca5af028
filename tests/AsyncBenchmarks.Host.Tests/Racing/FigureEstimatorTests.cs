namespace AsyncBenchmarks.Host.Tests.Racing;

public class FigureEstimatorTests
{
    [Theory]
    [InlineData(4, 0.01)]
    [InlineData(6, 0.20)]
    [InlineData(15, 0.05)]
    public void Equal_figures_are_told_apart_at_most_as_often_as_the_confidence_allows(int launches, double spread) =>
        Assert.InRange(Enumerable.Range(1, 500).Count(seed => Simulated(seed, 1.00, launches, spread).Verdict != Verdict.CannotTell), 0, 3);

    [Fact]
    public void Interval_of_two_percent_more_finds_it_and_holds_the_truth()
    {
        RatioEstimate[] estimates = [.. Enumerable.Range(1, 100).Select(seed => Simulated(seed, 1.02, 8, 0.002))];

        Assert.All(estimates, estimate => Assert.Equal(Verdict.Loss, estimate.Verdict));
        Assert.InRange(estimates.Count(estimate => estimate.Lower < 1.02 && estimate.Upper > 1.02), 99, 100);
    }

    [Fact]
    public void What_the_launches_have_in_common_does_not_widen_the_interval()
    {
        // A launch with three times the values of another, in both rows alike.
        RatioEstimate estimate = FigureEstimator.Estimate([(10, 20), (20, 40), (30, 60), (15, 30)])!;

        Assert.Equal((0.5, 0.5, 0.5), (estimate.Median, estimate.Lower, estimate.Upper));
    }

    [Fact]
    public void Student_of_four_pairs_by_hand()
    {
        // The errors of the ratio 1 are -0.1, 0.1, -0.1 and 0.1: a standard error of 0.0577, times 12.924.
        RatioEstimate estimate = FigureEstimator.Estimate([(9, 10), (11, 10), (9, 10), (11, 10)])!;

        Assert.Equal((1, 0.254, 1.746), (estimate.Median, Math.Round(estimate.Lower!.Value, 3), Math.Round(estimate.Upper!.Value, 3)));
    }

    [Fact]
    public void Collections_that_never_happened_have_no_ratio_and_three_launches_no_interval()
    {
        Assert.Null(FigureEstimator.Estimate([(1, 0), (0, 0), (0, 0), (0, 0)]));
        Assert.Equal(new RatioEstimate(0.5, null, null), FigureEstimator.Estimate([(1, 2), (1, 2), (1, 2)]));
    }

    [Fact]
    public void Pairs_are_of_the_same_launch_where_a_row_has_rested()
    {
        RaceLog reference = Log([10, 20, 40, 20, 10]);
        RaceLog rested = Log([5, null, 20, 10, 5]);

        Assert.Equal(
            new RatioEstimate(0.5, 0.5, 0.5), Assert.Single(FigureEstimator.Of(rested, reference, null)).Ratio);
    }

    [Theory]
    [InlineData(1.19, true)]
    [InlineData(0.81, true)]
    [InlineData(1.21, false)]
    [InlineData(0.79, false)]
    public void Latencies_are_kept_only_where_the_reference_against_itself_is_within_a_fifth(double again, bool isKept)
    {
        RaceLog reference = Log([100, 100, 100, 100], FigureUnit.Latency);
        RaceLog other = Log([200, 200, 200, 200], FigureUnit.Latency);

        FigureResult figure = Assert.Single(FigureEstimator.Of(
            other, reference, Log([.. Enumerable.Repeat<double?>(100 * again, 4)], FigureUnit.Latency)));

        Assert.Equal(isKept ? (200.0, 2.0) : (null, null), (figure.Value, figure.Ratio?.Median));
    }

    [Fact]
    public void A_cell_shows_the_interval_and_whether_saturation_was_reached()
    {
        FigureResult figure = new("Bytes", 800, FigureUnit.Bytes);

        Assert.Equal("800 B", Format.Figure(figure));
        Assert.Equal("800 B (0.790 .. 0.810)", Format.Figure(figure with { Ratio = new RatioEstimate(0.8, 0.79, 0.81) }));
        Assert.Equal("= 800 B (0.990 .. 1.020)", Format.Figure(figure with { Ratio = new RatioEstimate(1.0, 0.99, 1.02) }));
        Assert.Equal("not reached", Format.Figure(new FigureResult("Saturation", null, FigureUnit.Saturation)));
    }

    [Fact]
    public void A_table_says_how_large_a_difference_it_would_miss()
    {
        RunResults run = Sample.Run();
        CaseResult alike = Sample.Raced("Ours", 0.99, width: 0.05);
        FigureResult figure = new("Bytes", 800, FigureUnit.Bytes) { Ratio = new RatioEstimate(0.8, 0.79, 0.81) };

        ResultTable table = ResultTables.Create(run with
        {
            Cases = [Sample.Raced("Task", 1), alike with { Measurement = alike.Measurement! with { Figures = [figure] } }],
        })[0];

        // From 0.9405 to 1.0395.
        Assert.Contains(
            "No difference in time is shown, and one below this share would be missed: Category=Task<T>: Ours 6 %.", table.Notes);
    }

    // Both rows of a launch have a part of their noise in common.
    private static RatioEstimate Simulated(int seed, double truth, int launches, double spread)
    {
        Random random = new(seed);
        return FigureEstimator.Estimate(
        [
            .. Enumerable.Range(0, launches).Select(_ => 100 * Math.Exp(0.1 * Normal(random)))
                .Select(common => (common * truth * (1 + (spread * Normal(random))), common * (1 + (spread * Normal(random))))),
        ])!;
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static RaceLog Log(IReadOnlyList<double?> values, FigureUnit unit = FigureUnit.Bytes)
    {
        RaceLog log = new(CaseProcess.Expected(Catalog.Find("AsyncAwait/Task/Pending=True")!));
        foreach (double? value in values)
        {
            log.Begin();
            log.Figures[^1] = value is null ? [] : [new FigureResult("Figure", value, unit)];
        }

        return log;
    }
}
