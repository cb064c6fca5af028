using AsyncBenchmarks.Statistics;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Statistics;

public class MomentsTests
{
    [Fact]
    public void The_error_is_half_of_the_interval_that_the_tables_give()
    {
        (double mean, double error, double deviation) = Moments.Of([1, 2, 3, 4, 5]);

        Assert.Equal(3, mean);
        Assert.Equal(1.58114, deviation, 0.00001);
        Assert.Equal(8.6103 * 0.70711, error, 0.001);
    }

    [Fact]
    public void One_value_has_neither_error_nor_deviation() => Assert.Equal((7, 0, 0), Moments.Of([7]));
}
