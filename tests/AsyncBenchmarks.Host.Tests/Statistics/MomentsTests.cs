using AsyncBenchmarks.Statistics;

namespace AsyncBenchmarks.Host.Tests.Statistics;

public class MomentsTests
{
    // Printed tables of Student's t.
    [Theory]
    [InlineData(1, 636.619)]
    [InlineData(4, 8.6103)]
    [InlineData(11, 4.437)]
    public void Half_an_interval_matches_the_tables(int degreesOfFreedom, double expected) =>
        Assert.Equal(expected, Moments.HalfInterval(1, degreesOfFreedom), 0.001 * expected);

    [Fact]
    public void Median_of_an_odd_number_is_the_one_in_the_middle() => Assert.Equal(3, Median.Of([9, 3, 1]));
}
