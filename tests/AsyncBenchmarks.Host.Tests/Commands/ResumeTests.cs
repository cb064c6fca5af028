using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Results;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Commands;

[Collection(Builds.Name)]
public class ResumeTests
{
    [Fact]
    public async Task A_killed_run_is_finished_and_no_case_runs_twice()
    {
        string folder;
        using (HostProcess host = HostProcess.Start("run", "--smoke", "-s", "AsyncAwait", "-l", "Task", "-l", "ValueTask", "-l", "PooledAwait"))
        {
            host.WaitForLine("2 of 6");
            host.Kill();
            folder = Directory.GetDirectories(Repository.Results).Max(StringComparer.Ordinal)!;
        }

        RunResults killed = await ReadAsync(folder);
        (int exitCode, string output, string errors) = await HostProcess.RunAsync("run", "--resume", folder);
        RunResults resumed = await ReadAsync(folder);
        Directory.Delete(folder, recursive: true);

        Assert.True(exitCode == 0, errors + output);
        Assert.False(killed.Complete);
        Assert.InRange(killed.Cases.Count, 2, 5);
        Assert.True(resumed.Complete);
        Assert.Equal(6, resumed.Cases.Select(row => row.Case).Distinct().Count());
        Assert.Equal(6, resumed.Cases.Count);
        Assert.All(resumed.Cases, row => Assert.Equal(CaseOutcome.Measured, row.Outcome));
        Dictionary<string, DateTimeOffset?> before = killed.Cases.ToDictionary(row => row.Case, row => row.Started);
        DateTimeOffset resumedAt = resumed.Sessions[1].Before.Time;
        Assert.Equal(2, resumed.Sessions.Count);
        Assert.All(resumed.Cases, row => Assert.True(before.TryGetValue(row.Case, out DateTimeOffset? started)
            ? row.Started == started && started < resumedAt
            : row.Started > resumedAt));
        Assert.DoesNotContain(output.Split('\n'), line => before.Keys.Any(finished => line.Contains(finished + ":", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_case_whose_command_was_killed_ends_too()
    {
        using (HostProcess host = HostProcess.Start("run", "--full", "-s", "AsyncAwait", "-l", "Task"))
        {
            host.WaitForLine("Building");
            bool isRunning = WaitUntil(() => CasesOfOurs().Length > 0, TimeSpan.FromMinutes(5));
            host.Kill();
            Assert.True(isRunning || !CanTell);
        }

        // It was seen as it began; a launch of a full run would take about four seconds.
        Assert.True(WaitUntil(() => CasesOfOurs().Length == 0, TimeSpan.FromSeconds(2)));
        Directory.Delete(Directory.GetDirectories(Repository.Results).Max(StringComparer.Ordinal)!, recursive: true);
    }

    [Fact]
    public async Task A_run_that_is_complete_is_not_continued()
    {
        (_, string output, _) = await HostProcess.RunAsync("run", "--smoke", "-s", "AsyncAwait", "-l", "Task", "-p", "Pending=True");
        const string WrittenTo = "Written to ";
        string folder = output.Split('\n').First(line => line.StartsWith(WrittenTo, StringComparison.Ordinal))[WrittenTo.Length..];

        (int exitCode, _, string errors) = await HostProcess.RunAsync("run", "--resume", folder);
        Directory.Delete(folder, recursive: true);

        Assert.Equal(2, exitCode);
        Assert.Contains("is complete and nothing failed", errors);
    }

    private static async Task<RunResults> ReadAsync(string folder) =>
        ResultFile.ReadRun(await File.ReadAllTextAsync(Path.Combine(folder, "results.json")));

    private static bool CanTell => Directory.Exists("/proc/self");

    // Looks now and then: to look all the time would take the processor from what is waited for.
    private static bool WaitUntil(Func<bool> condition, TimeSpan patience)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        while (!condition())
        {
            if (!CanTell || elapsed.Elapsed > patience)
            {
                return false;
            }

            Thread.Sleep(50);
        }

        return true;
    }

    // Programs that BenchmarkDotNet has generated for this working copy and that are running; only Linux tells.
    private static string[] CasesOfOurs() => CanTell
        ? [.. Directory.GetDirectories("/proc").Where(process => int.TryParse(Path.GetFileName(process), out _)).Where(IsCase)]
        : [];

    private static bool IsCase(string process)
    {
        try
        {
            string command = File.ReadAllText(Path.Combine(process, "cmdline"));
            return command.Contains(Repository.Artifacts, StringComparison.Ordinal) && command.Contains("--benchmarkName", StringComparison.Ordinal);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
