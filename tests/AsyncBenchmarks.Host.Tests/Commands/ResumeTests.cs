namespace AsyncBenchmarks.Host.Tests.Commands;

[Collection(Builds.Name)]
public class ResumeTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    [BuildFact]
    public async Task A_killed_run_is_finished_no_group_runs_twice_and_then_there_is_nothing_to_continue()
    {
        string folder;
        using (HostProcess host = HostProcess.Start("run", "--smoke", "-s", "AsyncAwait", "-s", "Cancel", "-l", "Task", "-l", "ValueTask"))
        {
            host.WaitForLine("3 of 4");
            host.Kill();
            folder = NewestRun();
        }

        RunResults killed = await ReadAsync(folder);
        await HostProcess.RunAsync(0, "run", "--resume", folder);
        RunResults resumed = await ReadAsync(folder);
        (_, string refusal) = await HostProcess.RunAsync(2, "run", "--resume", folder);
        Directory.Delete(folder, recursive: true);

        Assert.False(killed.Complete);
        Assert.InRange(killed.Cases.Count, 4, 6);
        Assert.True(resumed.Complete);
        Assert.Equal(8, resumed.Cases.Select(row => row.Case).Distinct().Count());
        Assert.Equal(8, resumed.Cases.Count);
        Assert.All(resumed.Cases, row => Assert.Equal(CaseOutcome.Measured, row.Outcome));
        Assert.Equal(
            killed.Cases.Select(row => row.Measurement!.Median),
            resumed.Cases.Take(killed.Cases.Count).Select(row => row.Measurement!.Median));
        Assert.Equal(2, resumed.Sessions.Count);
        Assert.Contains("is complete and nothing failed", refusal);
    }

    [BuildFact]
    public void A_case_whose_command_was_killed_ends_too()
    {
        if (!Directory.Exists("/proc/self"))
        {
            return; // only Linux tells
        }

        using HostProcess host = HostProcess.Start("run", "-s", "AsyncAwait", "-l", "Task", "--warm-up", "600000");
        host.WaitForLine("Building");
        string? found = null;
        Assert.True(WaitUntil(() => (found = FindCase()) is not null), "No case has begun.");
        host.Kill();

        Assert.True(WaitUntil(() => !IsCase(found!)), "It goes on.");
        Directory.Delete(NewestRun(), recursive: true);

        static string? FindCase() => Directory.GetDirectories("/proc")
            .FirstOrDefault(process => int.TryParse(Path.GetFileName(process), out _) && IsCase(process));
    }

    private static string NewestRun() => Directory.GetDirectories(Repository.Results)
        .Where(static folder => File.Exists(Path.Combine(folder, ResultFile.Name)))
        .Max(StringComparer.Ordinal)!;

    private static async Task<RunResults> ReadAsync(string folder) =>
        ResultFile.Read(await File.ReadAllTextAsync(Path.Combine(folder, ResultFile.Name)));

    // Looks now and then: to look all the time would take the processor from what is waited for.
    private static bool WaitUntil(Func<bool> condition)
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        while (!condition())
        {
            if (elapsed.Elapsed > s_patience)
            {
                return false;
            }

            Thread.Sleep(20);
        }

        return true;
    }

    // Whether it is the runner of this working copy; one that only lists its catalog ends by itself.
    private static bool IsCase(string process)
    {
        string command = Read(Path.Combine(process, "cmdline"));
        return command.Contains(Path.GetDirectoryName(Repository.Runner)!, StringComparison.Ordinal)
            && command.Contains("AsyncBenchmarks.Runner", StringComparison.Ordinal)
            && !command.Contains("catalog", StringComparison.Ordinal);
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
