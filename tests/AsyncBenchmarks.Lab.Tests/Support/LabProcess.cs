using System.Threading.Tasks;
using AsyncBenchmarks.Host.Tests;

namespace AsyncBenchmarks.Lab.Tests;

/// <summary>The lab's command in a process of its own.</summary>
internal static class LabProcess
{
    /// <summary>Runs it to its end.</summary>
    public static Task<(int ExitCode, string Output, string Errors)> RunAsync(params string[] arguments) =>
        HostProcess.RunOtherAsync("AsyncBenchmarks.Lab.dll", arguments);
}
