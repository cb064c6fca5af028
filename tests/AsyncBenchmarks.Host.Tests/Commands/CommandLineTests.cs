namespace AsyncBenchmarks.Host.Tests.Commands;

public class CommandLineTests
{
    [Fact]
    public async Task No_arguments_show_the_first_command_to_type()
    {
        (string output, _) = await HostProcess.RunAsync(0);

        Assert.Contains("dotnet run -c Release --project bench/AsyncBenchmarks -- run --quick\n", output);
    }

    [Theory]
    [InlineData("there is no \"Nope\". Valid: AsyncAwait, ContinueWith, Yield", "run", "--scenario", "Nope")]
    [InlineData("--library: there is no \"Nope\". Valid: Callback, Task", "run",
        "--library", "Nope")]
    [InlineData("--library: there is no \"Nope\". Valid: Callback, Task", "race",
        "--library", "Nope")]
    [InlineData("--reference: there is no \"Nope\". Valid: Callback, Task", "race",
        "--reference", "Nope")]
    [InlineData("--parameter: there is no \"Nope\". Valid: Pending, Category", "race", "-p", "Nope=True")]
    [InlineData("--parameter Pending: there is no \"Nope\". Valid: False, True", "race", "-p", "Pending=Nope")]
    [InlineData("--parameter Pending: write it as name=value", "race", "-p", "Pending")]
    [InlineData("--env NAME: write it as NAME=VALUE", "race", "--env", "NAME")]
    [InlineData("--launches must be 1 or more, not 0", "race", "--launches", "0")]
    [InlineData("--launches must be 1 or more, not 0", "publish", "--machine", "any", "--launches", "0")]
    [InlineData("--quick and --smoke exclude each other", "run", "--quick", "--smoke")]
    [InlineData(
        "--runtime: there is no \"net7.0\". Valid: net10.0, net11.0, net9.0, net8.0, nativeaot, mono, net48, all", "run", "--runtime",
        "net7.0")]
    [InlineData("--runtime: there is no \"nope\"", "race", "--runtime", "nope")]
    [InlineData("--resume continues a run with the options it was started with: leave out --quick", "run", "--resume", "--quick")]
    [InlineData("--resume: there is no results.json in", "run", "--resume", "/nowhere")]
    [InlineData("No case matches all of these options", "run", "-s", "Yield", "-p", "Pending=True")]
    [InlineData("--nope", "run", "--nope")]
    [InlineData("--job: there is no \"nope\". Valid: bdn", "run", "-s", "AsyncAwait", "--job", "nope")]
    [InlineData("There is no command \"nope\". Valid: run, publish, count, list.", "nope")]
    [InlineData("None of these cases can be measured: ", "run", "-l", "Callback", "-s", "WhenAll")]
    [InlineData("five", "race", "--rounds", "five")]
    [InlineData("--functions must be 1 or more, not -1", "count", "--functions", "-1")]
    [InlineData("One measurement of these scenarios takes seconds", "count", "-s", "GcPauses")]
    public async Task Wrong_arguments_are_refused_with_what_would_be_right(string message, params string[] arguments)
    {
        (string output, string errors) = await HostProcess.RunAsync(2, arguments);

        Assert.Contains(message, errors);
        Assert.Empty(output);
    }

    [Fact]
    public async Task List_shows_every_library_with_its_version_or_the_reason_why_there_is_none()
    {
        (string output, _) = await HostProcess.RunAsync(0, "list");

        string[] lines = output.TrimEnd().Split('\n');
        string[] libraries = [.. lines.SkipWhile(line => line != "Libraries:")];
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 100));
        Assert.All(Catalog.Libraries, library =>
        {
            string line = Assert.Single(libraries, line => line.StartsWith($"  {library.Name} ", StringComparison.Ordinal));
            string found = library.NotFound is { } why ? "NA: " + why : library.Version!;
            Assert.StartsWith(line[(library.Name.Length + 2)..].TrimStart().TrimEnd('…'), found, StringComparison.Ordinal);
        });
    }
}
