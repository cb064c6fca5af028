using System.Linq;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Reports;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Racing;

/// <summary>
/// A scenario's own figures are raced too: what a process measured in a launch is compared with the reference's same launch.
/// </summary>
public sealed class RaceFigureTests
{
    [Fact]
    public void Times_are_compared_launch_by_launch_and_counts_are_not()
    {
        RaceLog reference = Log("Task", [100, 200, 400, 800, 1_600]);
        RaceLog other = Log("Ours", [50, 100, 200, 400, 800]);

        RaceResult race = Summarize(reference, other);

        Assert.All(race.Rows[0].Figures, figure => Assert.Null(figure.Ratio));
        Assert.Equal(400, race.Rows[0].Figures[0].Figure.Value);
        Assert.Equal(new RaceFigure(new FigureResult("p99", 200, FigureResultUnit.Nanoseconds), new RatioEstimate(0.5, 0.5, 0.5)),
            race.Rows[1].Figures[0]);
        Assert.Equal(new RaceFigure(new FigureResult("Lines", 7, FigureResultUnit.Count), null), race.Rows[1].Figures[1]);
    }

    [Fact]
    public void The_table_has_a_column_for_each_figure_and_a_ratio_for_each_time()
    {
        ResultTable table = RacePage.Table(
            Summarize(Log("Task", [100, 100, 100, 100, 300]), Log("Ours", [50, 50, 50, 50, 150])), Sample.Run().Origin);

        Assert.Equal(["p99", "p99, ratio", "Lines"], table.Columns.Select(column => column.Name).TakeLast(3));
        Assert.Equal(["100.0 ns", "-", "7"], table.Groups[0][0].Cells.TakeLast(3));
        Assert.Equal(["50.0 ns", "0.50 (0.50 .. 0.50)", "7"], table.Groups[0][1].Cells.TakeLast(3));
    }

    [Fact]
    public void A_launch_in_which_one_has_no_number_is_left_out_of_its_ratio()
    {
        RaceFigure figure = Summarize(Log("Task", [100, double.NaN, 100]), Log("Ours", [50, 50, 50])).Rows[1].Figures[0];

        Assert.Equal(0.5, figure.Ratio!.Median);
        Assert.Null(Summarize(Log("Task", [double.NaN]), Log("Ours", [50])).Rows[1].Figures[0].Ratio);
    }

    [Fact]
    public void A_figure_of_several_launches_is_their_median()
    {
        FigureResult[] Launch(double? p99) => [new("p99", p99, FigureResultUnit.Nanoseconds)];

        Assert.Equal(Launch(3), FigureResult.Medians([Launch(1), Launch(9), Launch(null), Launch(3)]));
        Assert.Equal(Launch(null), FigureResult.Medians([Launch(null)]));
    }

    private static RaceResult Summarize(RaceLog reference, RaceLog other) => RaceSummary.Of(
        new RaceGroup("Redis", [reference.Competitor, other.Competitor], []),
        new RaceOutcome("it", [reference, other], Interrupted: false));

    private static RaceLog Log(string name, double[] p99)
    {
        RaceLog log = new(RaceTests.Lane(name));
        foreach (double value in p99)
        {
            log.Launches.Add([new SliceResult(1, 10, 0, 0)]);
            log.Figures.Add(
            [
                new FigureResult("p99", double.IsNaN(value) ? null : value, FigureResultUnit.Nanoseconds),
                new FigureResult("Lines", 7, FigureResultUnit.Count),
            ]);
        }

        return log;
    }
}
