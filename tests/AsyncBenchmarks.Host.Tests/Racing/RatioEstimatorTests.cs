namespace AsyncBenchmarks.Host.Tests.Racing;

public class RatioEstimatorTests
{
    [Theory]
    [InlineData(1, 0.01)]
    [InlineData(2, 0.01)]
    [InlineData(5, 0.01)]
    [InlineData(4, 0.03)]
    [InlineData(15, 0.05)]
    public void Equal_speeds_are_told_apart_at_most_as_often_as_the_confidence_allows(int launches, double spread)
    {
        // Rounds differ by 3 %, as on a quiet machine.
        int wrong = Enumerable.Range(1, 300).Count(seed => Estimate(seed, 1.00, launches, spread).Verdict != Verdict.CannotTell);

        Assert.InRange(wrong, 0, 1);
    }

    [Fact]
    public void Five_percent_more_time_is_found_in_nearly_every_race_of_eight_launches()
    {
        int found = Enumerable.Range(1, 40).Count(seed => Estimate(seed, 1.05, launches: 8).Verdict == Verdict.Loss);

        Assert.InRange(found, 38, 40);
    }

    [Fact]
    public void The_same_rounds_give_the_same_interval() => Assert.Equal(Estimate(3, 1.1, 5), Estimate(3, 1.1, 5));

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    public void Few_launches_tell_large_differences_and_leave_small_ones_open(int launches)
    {
        RatioEstimate far = Estimate(1, 1.3, launches);
        RatioEstimate near = Estimate(1, 1.02, launches);

        Assert.Equal((Verdict.Loss, Verdict.CannotTell), (far.Verdict, near.Verdict));
    }

    [Fact]
    public void Launches_that_differ_more_than_is_known_widen_the_interval()
    {
        double[] first = [.. Enumerable.Range(0, 30).Select(round => 1.0 + (round * 1e-4))];
        double[] second = [.. first.Select(ratio => ratio * 1.5)];

        RatioEstimate alike = RatioEstimator.Estimate([first, first])!;
        RatioEstimate apart = RatioEstimator.Estimate([first, second])!;

        Assert.True(apart.Upper / apart.Lower > 1.4 * alike.Upper / alike.Lower, $"{alike}, {apart}");
    }

    [Fact]
    public void Too_few_rounds_have_no_interval()
    {
        RatioEstimate estimate = RatioEstimator.Estimate([[2.0, 2.1]])!;

        Assert.Equal((2.05, null, Verdict.CannotTell), (estimate.Median, estimate.Upper, estimate.Verdict));
    }

    [Fact]
    public void Without_rounds_there_is_no_estimate() => Assert.Null(RatioEstimator.Estimate([[], []]));

    [Fact]
    public void One_outlier_in_a_launch_does_not_move_the_median()
    {
        double[][] ratios = [.. Enumerable.Range(1, 5).Select(_ => Enumerable.Repeat(1.0, 29).Append(50.0).ToArray())];

        Assert.Equal(1.0, RatioEstimator.Estimate(ratios)!.Median);
    }

    [Fact]
    public void The_ratio_of_the_times_is_within_the_interval_where_the_machine_changed_its_speed()
    {
        // In each round both take the same time; of the second launch only one is there.
        RaceLog reference = Log([100, 101, 100, 101], [200, 201, 200, 201]);
        RaceLog log = Log([100, 101, 100, 101]);

        RatioEstimate estimate = RatioEstimator.Between(log, reference)!;

        Assert.Equal(1, estimate.Median, precision: 9);
        Assert.InRange(log.Median / reference.Median, estimate.Lower!.Value, 0.9);
    }

    [Fact]
    public void Slices_five_percent_apart_are_told_apart_while_the_machine_halves_its_speed()
    {
        Random random = new(5);
        double[] machine = [.. Enumerable.Range(0, 30).Select(round => 100 * Math.Pow(2, round / 29.0))];

        RaceLog reference = Lane(1.00);

        Assert.Equal((Verdict.CannotTell, Verdict.Loss), (Race(Lane(1.00)), Race(Lane(1.05))));

        RaceLog Lane(double ratio) =>
            Log([.. Enumerable.Range(0, 16).Select(_ => Launch(ratio * Math.Exp(0.01 * Normal(random))))]);

        double[] Launch(double ratio) => [.. machine.Select(time => time * ratio * Math.Exp(0.03 * Normal(random)))];

        Verdict Race(RaceLog log) => RatioEstimator.Between(log, reference)!.Verdict;
    }

    private static RaceLog Log(params double[][] launches)
    {
        RaceLog log = new(CaseProcess.Expected(Catalog.Cases[0]));
        log.Launches.AddRange(launches.Select(launch => launch.Select(time => new SliceResult(10, time * 10, null, 0)).ToList()));
        return log;
    }

    private static RatioEstimate Estimate(int seed, double ratio, int launches, double spread = 0.01)
    {
        Random random = new(seed);
        double[][] ratios =
        [
            .. Enumerable.Range(0, launches).Select(_ =>
            {
                double launch = ratio * Math.Exp(spread * Normal(random));
                return Enumerable.Range(0, 30).Select(_ => launch * Math.Exp(0.03 * Normal(random))).ToArray();
            }),
        ];
        return RatioEstimator.Estimate(ratios)!;
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
