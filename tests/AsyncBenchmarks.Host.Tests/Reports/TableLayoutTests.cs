using System.Linq;
using AsyncBenchmarks.Reports;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports;

public class TableLayoutTests
{
    private static readonly ResultTable s_table = new(
        "title",
        "description",
        [new("Name"), new("Extra", IsNumber: true, Dispensability: 2), new("More", Dispensability: 1), new("Mean", IsNumber: true)],
        [[new(["a", "1", "x", "10"]), new(["b|c", "2", "y", "2"])], [new(["d", "3", "z", "7"])]],
        []);

    [Fact]
    public void Cells_line_up_and_groups_are_apart() => Assert.Equal(
        """
        | Name | Extra | More | Mean |
        | ---- | ----: | ---- | ---: |
        | a    |     1 | x    |   10 |
        | b|c  |     2 | y    |    2 |
        |      |       |      |      |
        | d    |     3 | z    |    7 |
        """.ReplaceLineEndings("\n"),
        Text(new TableLayout(s_table, text => text)));

    [Fact]
    public void Columns_that_do_not_fit_are_left_out_the_most_dispensable_first()
    {
        TableLayout layout = new(s_table, text => text, width: 25);

        Assert.Equal(["Extra"], layout.LeftOut);
        Assert.StartsWith("| Name | More | Mean |\n", Text(layout), System.StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_not_dispensable_stays_however_narrow_it_is() =>
        Assert.Equal(["Extra", "More"], new TableLayout(s_table, text => text, width: 1).LeftOut);

    [Fact]
    public void Escaped_cells_are_as_wide_as_they_get() =>
        Assert.Contains("| b\\|c |", Text(new TableLayout(s_table, text => text.Replace("|", "\\|", System.StringComparison.Ordinal))));

    private static string Text(TableLayout layout) => string.Join('\n', layout.Lines().Select(line => line.Text));
}

public class TimeUnitTests
{
    [Theory]
    [InlineData(61.2, "61.2 ns")]
    [InlineData(4710, "4,710 ns")]
    [InlineData(52_000, "52.0 us")]
    [InlineData(52_000_000, "52.0 ms")]
    [InlineData(52_000_000_000, "52.0 s")]
    public void The_unit_fits_the_smallest_time(double nanoseconds, string expected) =>
        Assert.Equal(expected, TimeUnit.For([nanoseconds, nanoseconds * 100]).Format(nanoseconds));

    [Fact]
    public void Without_times_there_is_still_a_unit() => Assert.Equal("ns", TimeUnit.For([]).Name);
}
