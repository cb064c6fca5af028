using AsyncBenchmarks.Measuring;
using AsyncBenchmarks.Processes;
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

    [Fact]
    public void Exceptions_in_one_line_are_searched_for_the_innermost() => Assert.Equal(
        "AsyncBenchmarks.WorkloadException: 3 operations have ended; there are 4.",
        FailureText.Describe(
            ["System.Reflection.TargetInvocationException: Exception has been thrown. "
                + "---> AsyncBenchmarks.WorkloadException: 3 operations have ended; there are 4."],
            "",
            1));

    [Theory]
    [InlineData("Stack overflow in unmanaged: IP: 0x56091fa07830, fault addr: 0x7ffca70dbff8\n  at A.B ()", "Stack overflow.")]
    [InlineData("\nUnhandled Exception:\nSystem.StackOverflowException: The requested operation caused a stack overflow.",
        "Stack overflow.")]
    [InlineData("=====\n\tNative Crash Reporting\n=====\nGot a SIGSEGV while executing native code.",
        "Got a SIGSEGV while executing native code.")]
    [InlineData("Unhandled exception: System.Exception: outer ---> System.ArgumentException: inner\n", "System.ArgumentException: inner")]
    [InlineData("", "")]
    public void What_a_runtime_writes_when_it_dies_is_searched_for_the_cause(string words, string cause) =>
        Assert.Equal(cause, CauseOfDeath.Find(words));
}
