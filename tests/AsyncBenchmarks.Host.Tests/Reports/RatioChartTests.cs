using System.Globalization;

namespace AsyncBenchmarks.Host.Tests.Reports;

public class RatioChartTests
{
    [Fact]
    public void An_interval_is_a_line_from_its_lower_to_its_upper_end()
    {
        string picture = Draw(Row("Reference", 1), Row("Other", 0.5) with { Ratio = new RatioEstimate(0.5, 0.4, 0.7) });

        double[] at = [.. Regex.Matches(picture, "cx=\"([\\d.]+)\"").Select(match => Number(match.Groups[1].Value))];
        double unit = 2 * (at[0] - at[1]);
        double[] ends = [.. Regex.Matches(picture, "points=\"([\\d.]+),[\\d.]+ ([\\d.]+),[^>]*--other").SelectMany(match =>
            new[] { Number(match.Groups[1].Value), Number(match.Groups[2].Value) })];
        Assert.Contains(ends, end => System.Math.Abs(end - (at[1] - (0.1 * unit))) < 0.3);
        Assert.Contains(ends, end => System.Math.Abs(end - (at[1] + (0.2 * unit))) < 0.3);
    }

    [Fact]
    public void A_row_far_beyond_the_others_is_a_number_and_does_not_shrink_them()
    {
        string picture = Draw(Row("Reference", 1), Row("Other", 0.9), Row("Far", 40));

        Assert.Contains("40.0 \u25b8", picture);
        Assert.Equal(2, Regex.Count(picture, "<ellipse"));
    }

    private static string Draw(params ChartRow[] rows) => RatioChart.Draw(Of(rows))!;

    private static Chart Of(params ChartRow[] rows) => new("A title", "", "Reference", [new ChartGroup("N=1", rows)]);

    private static ChartRow Row(string name, double ratio) => new(name, false, new RatioEstimate(ratio, ratio, ratio), null);

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
