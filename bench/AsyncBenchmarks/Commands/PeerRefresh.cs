using System.Diagnostics;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Reports;

namespace AsyncBenchmarks.Commands;

/// <summary>Forgets which compared packages the feeds have, and starts this command over.</summary>
internal static class PeerRefresh
{
    /// <summary>Returns the exit code of the command that was started.</summary>
    public static async Task<int> StartOverAsync(Terminal terminal, IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        if (Directory.Exists(Repository.Peers))
        {
            Directory.Delete(Repository.Peers, recursive: true);
        }

        // Some systems lock a running program's files, so the new build has its own folder; the next `dotnet run` makes its own.
        terminal.WriteLine("Asking the package feeds for the compared libraries …");
        string folder = Path.Combine(Repository.Artifacts, "refreshed");
        await DotNet.BuildAsync(Repository.BenchProject("AsyncBenchmarks"), ["-o", folder], cancellationToken);

        ProcessStartInfo start = new(DotNet.Executable, [Path.Combine(folder, "AsyncBenchmarks.dll"), .. arguments]);
        using Process command = new() { StartInfo = start };
        ChildProcesses.Start(command);
        await command.WaitForExitAsync(cancellationToken);
        ChildProcesses.Forget(command);
        return command.ExitCode;
    }
}
