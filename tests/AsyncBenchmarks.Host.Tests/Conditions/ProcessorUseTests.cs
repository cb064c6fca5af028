using System;
using AsyncBenchmarks.Conditions;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Conditions;

public class ProcessorUseTests
{
    [Fact]
    public void The_systems_files_are_read() => Assert.Equal(
        new ProcessorUse(All: 100 + 2 + 30 + 500 + 7 + 1 + 2 + 8, Busy: 100 + 2 + 30 + 1 + 2 + 8, Ours: 11 + 12 + 13 + 14),
        ProcessorUse.Parse(
            "cpu  100 2 30 500 7 1 2 8 50 60",
            "4711 (a name) with) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 20 0 1 0 100 200"));

    [Fact]
    public void What_is_not_ours_is_others() => Assert.Equal(
        0.25, ProcessorUse.Others(new ProcessorUse(1000, 100, 50), new ProcessorUse(1200, 200, 100)));

    [Fact]
    public void Our_share_may_be_counted_late() => Assert.Equal(
        0, ProcessorUse.Others(new ProcessorUse(1000, 100, 50), new ProcessorUse(1200, 200, 170)));

    [Fact]
    public void Without_time_between_there_is_no_share()
    {
        ProcessorUse now = new(1000, 100, 50);

        Assert.Null(ProcessorUse.Others(now, now));
        Assert.Null(ProcessorUse.Others(null, now));
    }

    [Fact]
    public void The_loop_takes_time_and_always_about_the_same()
    {
        double first = SpinLoop.Measure();
        double second = SpinLoop.Measure();

        Assert.InRange(first, 0.1, 100);
        Assert.InRange(second / first, 0.2, 5);
    }

    [Fact]
    public void Linux_tells()
    {
        if (OperatingSystem.IsLinux())
        {
            Assert.NotNull(ProcessorUse.Read());
        }
    }
}
