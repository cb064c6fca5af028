using System;
using AsyncBenchmarks.Conditions;
using AsyncBenchmarks.Host.Tests.Results;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Conditions;

public class QuietnessWarningsTests
{
    [Fact]
    public void A_quiet_run_has_none() =>
        Assert.Empty(QuietnessWarnings.Of([new Session(State(0.01), State(0.02))], [Case(0.01), Case(0.04)]));

    [Fact]
    public void Others_during_cases_are_told_with_how_many_and_how_much()
    {
        string warning = Assert.Single(QuietnessWarnings.Of([new Session(State(0.3), null)], [Case(0.01), Case(0.37), Case(0.06)]));

        Assert.Contains("during 2 of 3 cases, 37 % at worst", warning);
    }

    [Fact]
    public void Others_before_the_first_case_are_told() =>
        Assert.Contains("others had 30 %", Assert.Single(QuietnessWarnings.Of([new Session(State(0.3), null)], [Case(0.01)])));

    [Fact]
    public void Another_speed_is_told() =>
        Assert.Contains("between 2.00 and 2.40 ns",
            Assert.Single(QuietnessWarnings.Of([new Session(State(0), State(0) with { SpinNanoseconds = 2.4 })], [Case(0)])));

    [Fact]
    public void A_system_that_does_not_tell_is_not_called_busy() =>
        Assert.Empty(QuietnessWarnings.Of([new Session(State(null), State(null))], []));

    [Fact]
    public void Whoever_starts_a_run_on_a_busy_machine_is_told_before()
    {
        Assert.Null(QuietnessWarnings.Of(State(0.04)));
        Assert.Contains("others have 40 %", QuietnessWarnings.Of(State(0.4)));
    }

    private static MachineState State(double? others) => new(DateTimeOffset.UnixEpoch, others, 2);

    private static CaseResult Case(double disturbed) =>
        Sample.Row("Task", Sample.Measured(1) with { Disturbed = disturbed });
}
