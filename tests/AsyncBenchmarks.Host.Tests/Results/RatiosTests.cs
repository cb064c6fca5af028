using System.Collections.Generic;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Results;

public class RatiosTests
{
    [Fact]
    public void A_row_is_compared_with_the_baseline_of_its_group()
    {
        IReadOnlyList<CaseResult> rows = Ratios.Fill(
        [
            Sample.Row("Task", true, Sample.Measured(200, stdDev: 6)),
            Sample.Row("Ours", false, Sample.Measured(100, stdDev: 4)),
            Sample.Row("Task", true, Sample.Measured(50)) with { Runtime = "net9.0" },
        ]);

        Assert.Equal(0.5, rows[1].Ratio);
        Assert.Equal(0.5 * 0.05, rows[1].RatioSD!.Value, 1e-9);
        Assert.Equal(1, rows[0].Ratio);
        Assert.Equal(0, rows[0].RatioSD);
    }

    [Fact]
    public void Without_a_measured_baseline_there_is_no_ratio()
    {
        IReadOnlyList<CaseResult> rows = Ratios.Fill(
        [
            Sample.Row("Task", true, null, "died"),
            Sample.Row("Ours", false, Sample.Measured(100)) with { Ratio = 7 },
        ]);

        Assert.Null(rows[1].Ratio);
    }
}
