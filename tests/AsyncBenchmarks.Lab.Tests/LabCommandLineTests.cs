using System.Threading.Tasks;

namespace AsyncBenchmarks.Lab.Tests;

public class LabCommandLineTests
{
    [Theory]
    [InlineData("--reference: there is no \"Nope\"", "count", "--reference", "Nope")]
    [InlineData("--library: there is no \"Nope\". Valid: Callback, HandWritten-Async, HandWritten-Async-NoFlow", "race", "-l", "Nope")]
    [InlineData("--functions must be 0 or more, not -1", "count", "--functions", "-1")]
    [InlineData("--warm-up must be 1 or more, not 0", "count", "--warm-up", "0")]
    [InlineData("Of these scenarios one measurement takes seconds", "count", "-s", "GcPauses")]
    [InlineData("run", "run")]
    public async Task Wrong_arguments_are_refused_with_what_would_be_right(string message, params string[] arguments)
    {
        (int exitCode, string output, string errors) = await LabProcess.RunAsync(arguments);

        Assert.Equal(2, exitCode);
        Assert.Contains(message, errors);
        Assert.Empty(output);
    }
}
