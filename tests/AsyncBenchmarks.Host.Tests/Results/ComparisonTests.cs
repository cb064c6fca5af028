using System.Collections.Generic;
using System.Linq;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Results;

public class ComparisonTests
{
    private const double Threshold = 0.05;

    [Fact]
    public void The_same_numbers_are_the_same()
    {
        Comparison comparison = Comparison.Of(Raced(0.5), Raced(0.5), Threshold);

        ComparedCase row = Assert.Single(comparison.Cases);
        Assert.Equal(1, row.Time!.Median, 1e-12);
        Assert.InRange(1, row.Time.Lower!.Value, row.Time.Upper!.Value);
        Assert.False(comparison.IsWorse);
    }

    // Two intervals of 1 % are one of 1.4 %.
    [Theory]
    [InlineData(1.10, true, false)]
    [InlineData(1.055, false, false)]
    [InlineData(1.03, false, false)]
    [InlineData(0.90, false, true)]
    public void A_case_is_slower_only_when_its_whole_interval_is_past_the_threshold(double factor, bool isSlower, bool isFaster)
    {
        Comparison comparison = Comparison.Of(Raced(0.5, 0.01), Raced(0.5 * factor, 0.01), Threshold);

        Assert.Equal((isSlower, isFaster, isSlower), (comparison.Cases[0].IsSlower, comparison.Cases[0].IsFaster, comparison.IsWorse));
        Assert.Equal(factor, comparison.Cases[0].Time!.Median, 1e-9);
    }

    [Theory]
    [InlineData(112L, 113L, true)]
    [InlineData(112L, 112L, false)]
    [InlineData(112L, 111L, false)]
    [InlineData(0L, 1L, true)]
    [InlineData(null, 64L, false)]
    public void Bytes_are_compared_exactly(long? before, long? after, bool isWorse)
    {
        foreach (bool survived in new[] { false, true })
        {
            Measurement Bytes(long? bytes) => survived ? Measured(1) with { Survived = bytes } : Measured(1) with { Allocated = bytes };

            Assert.Equal(isWorse, Comparison.Of(Merged(Bytes(before)), Merged(Bytes(after)), Threshold).IsWorse);
        }
    }

    [Fact]
    public void Cases_that_only_one_has_are_listed()
    {
        MergedResults both = Merged(Measured(1));
        MergedResults none = Sample.Merged(Sample.Run() with { Cases = [Sample.Row("Other", false, Measured(1))] });

        Comparison comparison = Comparison.Of(both, none, Threshold);

        Assert.Equal(["Yield/Ours/Category=Task<T> on net10.0"], comparison.OnlyBefore);
        Assert.Equal(["Yield/Other/Category=Task<T> on net10.0"], comparison.OnlyAfter);
        Assert.Empty(comparison.Cases);
    }

    [Fact]
    public void Another_machine_is_warned_of()
    {
        MergedResults here = Merged(Measured(1));
        MergedResults there = here with { Machines = [here.Machines[0] with { Name = "another" }] };

        Assert.Contains(Comparison.Of(here, there, Threshold).Warnings,
            line => line.Contains("The machines differ", System.StringComparison.Ordinal));
        Assert.DoesNotContain(Comparison.Of(here, here, Threshold).Warnings,
            line => line.Contains("differ:", System.StringComparison.Ordinal));
    }

    [Fact]
    public void Times_without_a_race_are_not_compared() =>
        Assert.Null(Assert.Single(Comparison.Of(Merged(Measured(1)), Merged(Measured(3)), Threshold).Cases).Time);

    [Fact]
    public void A_published_race_is_the_same_as_itself_and_slower_rounds_of_one_are_found()
    {
        MergedResults race = new() { Machines = [Published.Machine with { Runs = [], Races = [Published.Machine.Races[0]] }] };

        Comparison same = Comparison.Of(race, race, Threshold);
        Comparison slower = Comparison.Of(race, Slower(race, "ValueTask", 2), Threshold);

        Assert.False(same.IsWorse);
        Assert.Equal(race.Machines[0].Races[0].Races.Sum(result => result.Rows.Count(row => row.Ratio is not null)), same.Cases.Count);
        ComparedCase found = Assert.Single(slower.Cases, row => row.IsSlower);
        Assert.Equal("AsyncAwait, Pending=False: ValueTask raced on net10.0", found.Name);
    }

    [Theory]
    [InlineData(0.5, 0.51, false)]
    [InlineData(0.5, 0.9, true)]
    public void Runs_are_compared_by_their_raced_ratios_whatever_their_times(double before, double after, bool isSlower)
    {
        ComparedCase row = Assert.Single(Comparison.Of(Raced(before, time: 1), Raced(after, time: 2), Threshold).Cases);

        Assert.Equal((isSlower, "Task"), (row.IsSlower, row.Reference));
        Assert.Equal(after / before, row.Time!.Median, 1e-9);

        // Two errors of 5 % are one of 7 %.
        Assert.Equal(1.07, row.Time.Upper!.Value / row.Time.Median, 0.005);
    }

    [Fact]
    public void Ratios_to_different_references_are_not_compared()
    {
        MergedResults race = new() { Machines = [Published.Machine with { Runs = [], Races = [Published.Machine.Races[0]] }] };
        RaceResults results = race.Machines[0].Races[0];
        RaceResults other = results with
        {
            Races = [.. results.Races.Select(result =>
                result with { Rows = [result.Rows[0] with { Name = "Another" }, .. result.Rows.Skip(1)] })],
        };

        Comparison comparison = Comparison.Of(race, race with { Machines = [race.Machines[0] with { Races = [other] }] }, Threshold);

        Assert.All(comparison.Cases, row => Assert.Null(row.Time));
        Assert.Contains("the reference was ValueTask-Pooling, then Another", comparison.Cases[0].Note);
    }

    private static MergedResults Slower(MergedResults race, string row, double factor)
    {
        RaceResults results = race.Machines[0].Races[0];
        RaceResult first = results.Races[0];
        RaceRow Change(RaceRow candidate) => candidate.Name == row
            ? candidate with { Ratio = new RatioEstimate(candidate.Ratio!.Median * factor, candidate.Ratio.Lower * factor,
                candidate.Ratio.Upper * factor) }
            : candidate;
        RaceResults slower = results with { Races = [first with { Rows = [.. first.Rows.Select(Change)] }, .. results.Races.Skip(1)] };
        return race with { Machines = [race.Machines[0] with { Races = [slower] }] };
    }

    private static Measurement Measured(double factor) => Sample.Measured(100 * factor);

    private static MergedResults Raced(double ratio, double error = 0.05, double time = 1) => Sample.Merged(Sample.Run() with
    {
        Cases =
        [
            Sample.Row("Ours", false, Measured(time)) with
            {
                Ratio = new RatioEstimate(ratio, ratio / (1 + error), ratio * (1 + error)),
                Reference = "Task",
            },
        ],
    });

    private static MergedResults Merged(Measurement measured) =>
        Sample.Merged(Sample.Run() with { Cases = [Sample.Row("Ours", false, measured)] });
}
