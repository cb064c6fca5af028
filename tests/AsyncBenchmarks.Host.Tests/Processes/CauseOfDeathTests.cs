namespace AsyncBenchmarks.Host.Tests.Processes;

public class CauseOfDeathTests
{
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
