using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;

namespace PooledAwait.Tests.Combinators;

/// <summary>A million rounds in a heap of 64 MB, in a process of its own.</summary>
public sealed class SmallHeapTests
{
    private const int Rounds = 1_000_000;

    [Theory]
    [InlineData("whenany")]
    [InlineData("waitasync")]
    public void MillionRounds_InSmallHeap_RunToTheEnd(string loop)
    {
        ProcessStartInfo start = new(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet")
        {
            ArgumentList = { "exec", Path.Combine(AppContext.BaseDirectory, "PooledAwait.Tests.SmallHeap.dll"), loop, Rounds.ToString(CultureInfo.InvariantCulture) },
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        Watchdog.Run(() =>
        {
            using Process process = Process.Start(start)!;
            System.Threading.Tasks.Task<string> errors = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            Assert.True(process.ExitCode == 0, $"Exit code {process.ExitCode}: {output} {errors.GetAwaiter().GetResult()}");
            Assert.StartsWith("1000000 rounds", output, StringComparison.Ordinal);
        });
    }
}
