using AsyncBenchmarks.Measuring;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Measuring;

public class FailureTextTests
{
    [Fact]
    public void The_innermost_exception_is_the_cause() => Assert.Equal(
        "AsyncBenchmarks.WorkloadException: expected 3, got 4",
        FailureText.Describe(
            [
                "// BeforeAnythingElse",
                "System.Reflection.TargetInvocationException: Exception has been thrown by the target of an invocation.",
                " ---> AsyncBenchmarks.WorkloadException: expected 3, got 4",
                "   at AsyncBenchmarks.Something.Run()",
                "   --- End of inner exception stack trace ---",
            ],
            "",
            255));

    [Fact]
    public void A_lone_exception_is_the_cause() => Assert.Equal(
        "System.InvalidOperationException: no",
        FailureText.Describe(["System.InvalidOperationException: no", "   at X.Y()"], "", 255));

    [Fact]
    public void A_dead_process_is_described_by_its_last_words() => Assert.Equal(
        "The process ended with exit code 134: Stack overflow.",
        FailureText.Describe(["WorkloadActual 1: 10 op"], "Stack overflow.\n   at A.B()\n", 134));

    [Fact]
    public void A_silent_death_is_described_by_its_exit_code() => Assert.Equal(
        "The process ended with exit code 137.",
        FailureText.Describe([], "", 137));
}
