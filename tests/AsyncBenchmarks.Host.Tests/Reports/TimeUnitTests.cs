using AsyncBenchmarks.Reports;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Reports;

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
