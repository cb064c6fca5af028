using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Commands;

[Collection(Builds.Name)]
public class InterruptionTests
{
    private const string WrittenTo = "Interrupted; what was measured is in ";

    private static readonly TimeSpan s_atOnce = TimeSpan.FromSeconds(2);

    [Fact]
    public async Task Ctrl_C_while_building_stops_at_once()
    {
        using HostProcess host = HostProcess.Start("run", "--quick", "-s", "Yield", "-l", "Task");
        host.WaitForLine("Building");

        RunResults results = await InterruptAsync(host);

        Assert.False(results.Complete);
        Assert.Empty(results.Cases);
    }

    [Fact]
    public async Task Ctrl_C_while_a_case_runs_keeps_the_finished_ones()
    {
        using HostProcess host = HostProcess.Start("run", "--quick", "-s", "AsyncAwait", "-l", "Task", "-l", "ValueTask");
        host.WaitForLine("1 of 4");

        RunResults results = await InterruptAsync(host);

        Assert.False(results.Complete);
        Assert.Equal(CaseOutcome.Measured, results.Cases[0].Outcome);
    }

    private static async Task<RunResults> InterruptAsync(HostProcess host)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        host.Interrupt();
        string folder = host.WaitForLine(WrittenTo)[WrittenTo.Length..];
        int exitCode = await host.WaitForExitAsync();
        elapsed.Stop();

        Assert.Equal(130, exitCode);
        Assert.InRange(elapsed.Elapsed, TimeSpan.Zero, await AtOnceAsync());
        Assert.Equal(
            ["benchmarkdotnet.log", "results.csv", "results.json", "results.md"],
            Directory.GetFiles(folder).Select(Path.GetFileName).Order());
        RunResults results = ResultFile.ReadRun(await File.ReadAllTextAsync(Path.Combine(folder, "results.json")));
        Directory.Delete(folder, recursive: true);
        return results;
    }

    // Two seconds; on a busy machine what ten commands take that have nothing to do: less than a build or a case.
    private static async Task<TimeSpan> AtOnceAsync()
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        await HostProcess.RunAsync();
        TimeSpan ten = 10 * elapsed.Elapsed;
        return ten > s_atOnce ? ten : s_atOnce;
    }
}
