using AsyncBenchmarks.Conditions;

namespace AsyncBenchmarks.Host.Tests.Conditions;

public class ProcessorUseTests
{
    [Fact]
    public void The_systems_files_are_read() => Assert.Equal(
        new ProcessorUse(All: 100 + 2 + 30 + 500 + 7 + 1 + 2 + 8, Busy: 100 + 2 + 30 + 1 + 2 + 8, Ours: 11 + 12 + 13 + 14),
        ProcessorUse.Parse(
            "cpu  100 2 30 500 7 1 2 8 50 60",
            "4711 (a name) with) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 20 0 1 0 100 200"));

    [Theory]
    [InlineData(100, 0.25)]
    [InlineData(170, 0)] // ours is counted late
    public void Processor_time_that_is_not_ours_belongs_to_others(long ours, double others) => Assert.Equal(
        others, ProcessorUse.Others(new ProcessorUse(1000, 100, 50), new ProcessorUse(1200, 200, ours)));

    [Fact]
    public void Linux_tells()
    {
        if (OperatingSystem.IsLinux())
        {
            Assert.NotNull(ProcessorUse.Read());
        }
    }
}

public class QuietnessWarningsTests
{
    [Fact]
    public void A_quiet_run_has_no_warnings() =>
        Assert.Empty(QuietnessWarnings.Of([new Session(State(0.01), State(0.02))], [Case(0.01), Case(0.04)]));

    [Fact]
    public void Load_by_others_during_cases_is_reported_with_the_number_of_cases_and_the_worst()
    {
        string warning = Assert.Single(QuietnessWarnings.Of([new Session(State(0.3), null)], [Case(0.01), Case(0.37), Case(0.06)]));

        Assert.Contains("during 2 of 3 cases, 37 % at worst", warning);
    }

    [Fact]
    public void Load_by_others_before_the_first_case_is_reported() =>
        Assert.Contains("other programs took 30 %", Assert.Single(QuietnessWarnings.Of([new Session(State(0.3), null)], [Case(0.01)])));

    [Fact]
    public void A_changed_speed_is_reported() =>
        Assert.Contains("between 2.00 and 2.40 ns",
            Assert.Single(QuietnessWarnings.Of([new Session(State(0), State(0) with { SpinNanoseconds = 2.4 })], [Case(0)])));

    [Fact]
    public void A_system_that_does_not_tell_is_not_called_busy() =>
        Assert.Empty(QuietnessWarnings.Of([new Session(State(null), State(null))], []));

    [Fact]
    public void Whoever_starts_a_run_on_a_busy_machine_is_told_before()
    {
        Assert.Null(QuietnessWarnings.Of(State(0.04)));
        Assert.Contains("other programs take 40 %", QuietnessWarnings.Of(State(0.4)));
    }

    private static MachineState State(double? others) => new(DateTimeOffset.UnixEpoch, others, 2);

    private static CaseResult Case(double disturbed) =>
        Sample.Row("Task", Sample.Measured(1) with { Disturbed = disturbed });
}

public sealed class MachineTests
{
    [Theory]
    [InlineData("model name\t: AMD EPYC|cpu family\t: 25|model\t\t: 17|cpu family\t: 6|model\t\t: 1", "AMD EPYC (family 25, model 17)")]
    [InlineData("processor\t: 0|CPU part\t: 0xd0c|Model\t\t: Raspberry Pi 4", "Raspberry Pi 4")]
    [InlineData("processor\t: 0|cpu family\t: 25|model\t\t: 17", null)]
    [InlineData("", null)]
    public void Processor_IsTheFirstListed(string lines, string? expected) => Assert.Equal(expected, Machine.Processor(lines.Split('|')));
}
