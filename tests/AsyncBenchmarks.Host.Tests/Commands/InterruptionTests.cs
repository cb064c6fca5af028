namespace AsyncBenchmarks.Host.Tests.Commands;

[Collection(Builds.Name)]
public class InterruptionTests
{
    private const string WrittenTo = "Interrupted; what was measured is in ";

    private static readonly TimeSpan s_atOnce = TimeSpan.FromSeconds(2);

    [BuildFact]
    public async Task Ctrl_C_while_building_stops_at_once()
    {
        RunResults results = await InterruptAsync("Building", "run", "--quick", "-s", "Yield", "-l", "Task");

        Assert.False(results.Complete);
        Assert.Empty(results.Cases);
    }

    [BuildFact]
    public async Task Ctrl_C_while_a_group_runs_keeps_the_finished_ones()
    {
        RunResults results = await InterruptAsync("2 of 2", "run", "--quick", "-s", "AsyncAwait", "-l", "Task", "-l", "ValueTask");

        Assert.False(results.Complete);
        Assert.Equal(CaseOutcome.Measured, results.Cases[0].Outcome);
    }

    private static async Task<RunResults> InterruptAsync(string line, params string[] arguments)
    {
        TimeSpan before = await AtOnceAsync();
        using HostProcess host = HostProcess.Start(arguments);
        host.WaitForLine(line);
        Stopwatch elapsed = Stopwatch.StartNew();
        host.Interrupt();
        string folder = host.WaitForLine(WrittenTo)[WrittenTo.Length..];
        int exitCode = await host.WaitForExitAsync();
        elapsed.Stop();

        Assert.Equal(130, exitCode);
        TimeSpan after = await AtOnceAsync();
        Assert.InRange(elapsed.Elapsed, TimeSpan.Zero, before > after ? before : after);
        Assert.Equal(["results.json", "results.md"], Directory.GetFiles(folder).Select(Path.GetFileName).Order());
        RunResults results = ResultFile.Read(await File.ReadAllTextAsync(Path.Combine(folder, "results.json")));
        Directory.Delete(folder, recursive: true);
        return results;
    }

    // Two seconds; on a busy machine what ten commands take that have nothing to do: less than a build or a case.
    private static async Task<TimeSpan> AtOnceAsync()
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        await HostProcess.RunAsync(0);
        TimeSpan ten = 10 * elapsed.Elapsed;
        return ten > s_atOnce ? ten : s_atOnce;
    }
}
