namespace AsyncBenchmarks.Host.Tests.Counting;

public class CountCommandTests
{
    [CountFact]
    public async Task Rows_have_their_instructions_and_where_they_are()
    {
        (string output, _) = await HostProcess.RunAsync(
            0, "count", "-s", "AsyncAwait", "-p", "Pending=False", "-l", "Callback", "-l", "PooledAwait",
            "--functions", "30", "--warm-up", "1000");

        Assert.Matches(@"\| Callback +\| +[\d,.]+ \| +[\d.]+ \|", output);

        // Seven methods, and each has a state machine to begin and to end: no machine does that in fewer, and none needs so many.
        double instructions = double.Parse(Regex.Match(output, @"\| PooledAwait +\| +([\d,.]+) \|").Groups[1].Value, Number);
        Assert.InRange(instructions, 7 * 20, 7 * 1000);
        Assert.Matches(@"ExecuteAsync.*MoveNext\(\) +\| +[\d,.]+ +\| +1\.00 \|", output);
    }

    [CountFact]
    public async Task Work_of_several_threads_has_no_count_but_a_reason()
    {
        (string output, _) = await HostProcess.RunAsync(
            0, "count", "-s", "Yield", "-p", "Category=ValueTask", "-l", "PooledAwait", "--warm-up", "200");

        Assert.Matches(@"NA, PooledAwait: Several threads work here", output);
    }

    [CountFact]
    public async Task A_case_that_can_not_be_counted_is_a_failure_with_its_reason()
    {
        (string output, _) = await HostProcess.RunAsync(
            1, "count", "-s", "AsyncAwait", "-p", "Pending=False", "-l", "Callback", "--warm-up", "100",
            "--env", "DOTNET_PerfMapEnabled=0");

        Assert.Contains("NA, Callback: The process has ended, or has written no map of its compiled methods", output);
    }

    private static readonly IFormatProvider Number = System.Globalization.CultureInfo.InvariantCulture;

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class CountFactAttribute : BuildFactAttribute
    {
        public CountFactAttribute()
        {
            Skip ??= InstructionStepper.Missing;
        }
    }
}
