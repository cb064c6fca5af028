using AsyncBenchmarks.Statistics;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Statistics;

public class QuantileTests
{
    // Printed tables.
    [Theory]
    [InlineData(0.975, 1.95996)]
    [InlineData(0.9995, 3.29053)]
    [InlineData(0.5, 0)]
    public void Normal_matches_the_tables(double share, double expected) =>
        Assert.Equal(expected, Quantile.Normal(share), 0.0001);

    [Theory]
    [InlineData(0.9995, 1, 636.619)]
    [InlineData(0.9995, 4, 8.6103)]
    [InlineData(0.975, 4, 2.7764)]
    [InlineData(0.975, 9, 2.2622)]
    [InlineData(0.975, 100, 1.9840)]
    public void StudentT_matches_the_tables(double share, int degreesOfFreedom, double expected) =>
        Assert.Equal(expected, Quantile.StudentT(share, degreesOfFreedom), 0.001 * expected);

    [Fact]
    public void Median_of_an_even_number_is_between_the_two_in_the_middle() => Assert.Equal(2.5, Median.Of([4, 1, 3, 2]));

    [Fact]
    public void Median_of_an_odd_number_is_the_one_in_the_middle() => Assert.Equal(3, Median.Of([9, 3, 1]));
}
