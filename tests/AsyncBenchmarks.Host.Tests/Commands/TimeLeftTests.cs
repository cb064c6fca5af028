using System;
using AsyncBenchmarks.Commands;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Commands;

public class TimeLeftTests
{
    [Fact]
    public void Of_what_took_longer_than_was_thought_the_rest_is_still_to_come()
    {
        TimeLeft left = new(TimeSpan.FromSeconds(2));
        left.Done(TimeSpan.FromSeconds(4));
        Assert.Equal("0:00 left", left.ToString());

        left.AtLeast(TimeSpan.FromSeconds(30));
        Assert.Equal("0:30 left", left.ToString());

        left.AtLeast(TimeSpan.FromSeconds(10));
        Assert.Equal("0:30 left", left.ToString());
    }
}
