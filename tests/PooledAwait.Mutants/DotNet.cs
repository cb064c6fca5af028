using System.Diagnostics;
using System.Text;

namespace PooledAwait.Mutants;

/// <summary>Runs the dotnet command.</summary>
internal static class DotNet
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    /// <returns>The exit code; null if it took too long and was stopped.</returns>
    internal static int? Run(string folder, out string output, params ReadOnlySpan<string> arguments)
    {
        ProcessStartInfo start = new("dotnet") { WorkingDirectory = folder, RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";

        // The tests' watchdog: a mutant that hangs is killed by a failure that says where, and soon.
        start.Environment["POOLEDAWAIT_PATIENCE"] = "60";
        foreach (string argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        StringBuilder text = new();
        using Process process = Process.Start(start)!;
        process.OutputDataReceived += (_, line) => Append(line.Data);
        process.ErrorDataReceived += (_, line) => Append(line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        bool isEnded = process.WaitForExit(s_patience);
        if (isEnded)
        {
            // Once more: for the output's end.
            process.WaitForExit();
        }
        else
        {
            process.Kill(entireProcessTree: true);
        }

        lock (text)
        {
            output = text.ToString();
        }

        return isEnded ? process.ExitCode : null;

        void Append(string? line)
        {
            lock (text)
            {
                text.AppendLine(line);
            }
        }
    }
}
