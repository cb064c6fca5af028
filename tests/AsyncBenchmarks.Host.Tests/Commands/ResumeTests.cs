using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Results;
using PooledAwait.Tests;
using Xunit;

namespace AsyncBenchmarks.Host.Tests.Commands;

[Collection(Builds.Name)]
public class ResumeTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    [BuildFact]
    public async Task A_killed_run_is_finished_no_case_runs_twice_and_then_there_is_nothing_to_continue()
    {
        string folder;
        using (HostProcess host = HostProcess.Start("run", "--smoke", "-s", "AsyncAwait", "-l", "Task", "-l", "ValueTask", "-l",
            "PooledAwait"))
        {
            host.WaitForLine("2 of 6");
            host.Kill();
            folder = NewestRun();
        }

        RunResults killed = await ReadAsync(folder);
        (int exitCode, string output, string errors) = await HostProcess.RunAsync("run", "--resume", folder);
        RunResults resumed = await ReadAsync(folder);
        (int refused, _, string refusal) = await HostProcess.RunAsync("run", "--resume", folder);
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
        Assert.Equal(2, refused);
        Assert.Contains("is complete and nothing failed", refusal);
        Assert.DoesNotContain(output.Split('\n'),
            line => before.Keys.Any(finished => line.Contains(finished + ":", StringComparison.Ordinal)));
    }

    [BuildFact]
    public void A_case_whose_command_was_killed_ends_too()
    {
        if (!Directory.Exists("/proc/self"))
        {
            return; // only Linux tells
        }

        using HostProcess host = HostProcess.Start("run", "--full", "-s", "AsyncAwait", "-l", "Task");
        host.WaitForLine("Building");

        // How long a launch goes on by itself, on this machine as it is now: the first of three.
        string first = WaitForACase(except: null);
        Stopwatch launch = Stopwatch.StartNew();
        Assert.True(WaitUntil(() => !IsCase(first), s_patience));
        launch.Stop();

        string second = WaitForACase(except: first);
        host.Kill();
        Assert.True(WaitUntil(() => !IsCase(second), launch.Elapsed / 2), $"It goes on for {launch.Elapsed} if nobody ends it.");
        Directory.Delete(NewestRun(), recursive: true);
    }

    // The lab's tests, which may run at the same time, have their counts beside the runs.
    private static string NewestRun() => Directory.GetDirectories(Repository.Results)
        .Where(static folder => File.Exists(Path.Combine(folder, "benchmarkdotnet.log")))
        .Max(StringComparer.Ordinal)!;

    private static async Task<RunResults> ReadAsync(string folder) =>
        ResultFile.ReadRun(await File.ReadAllTextAsync(Path.Combine(folder, "results.json")));

    // Of a case that runs and has begun to watch its host: what comes before that takes as long as the machine is busy.
    private static string WaitForACase(string? except)
    {
        string? found = null;
        Assert.True(WaitUntil(() => (found = Find()) is not null, s_patience), "No case has begun.");
        return found!;

        string? Find() => Directory.GetDirectories("/proc")
            .Where(process => process != except && int.TryParse(Path.GetFileName(process), out _))
            .FirstOrDefault(process => IsCase(process) && IsWatching(process));
    }

    // Looks now and then: to look all the time would take the processor from what is waited for.
    private static bool WaitUntil(Func<bool> condition, TimeSpan patience)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        while (!condition())
        {
            if (elapsed.Elapsed > patience)
            {
                return false;
            }

            Thread.Sleep(20);
        }

        return true;
    }

    // Whether BenchmarkDotNet has generated the program for this working copy, and it is running.
    private static bool IsCase(string process)
    {
        string command = Read(Path.Combine(process, "cmdline"));
        return command.Contains(Repository.Artifacts, StringComparison.Ordinal)
            && command.Contains("--benchmarkName", StringComparison.Ordinal);
    }

    // By its thread's name.
    private static bool IsWatching(string process)
    {
        try
        {
            return Directory.GetDirectories(Path.Combine(process, "task")).Any(thread =>
                Read(Path.Combine(thread, "comm")) == "Host watch\n");
        }
        catch (IOException)
        {
            return false;
        }
    }

    // Nothing of a process that has ended, or is somebody else's.
    private static string Read(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
