using AsyncBenchmarks.Runner;

namespace AsyncBenchmarks.Tests;

/// <summary>
/// A case in a process of its own, as it is measured: nothing else allocates there, and what ends it ends only it.
/// </summary>
internal sealed class CaseProcess : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly Process _process;

    /// <summary>Starts the process and sets the case up.</summary>
    /// <param name="caseId">The case.</param>
    internal CaseProcess(string caseId)
    {
        ProcessStartInfo start = new(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet")
        {
            ArgumentList = { Path.Combine(AppContext.BaseDirectory, "AsyncBenchmarks.Runner.dll") },
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };

        // Compiled once and fully: what the optimizer keeps off the heap doesn't change in the middle.
        start.Environment["DOTNET_TieredCompilation"] = "0";
        foreach (KeyValuePair<string, string> variable in Catalog.Find(caseId)!.Environment)
        {
            start.Environment[variable.Key] = variable.Value;
        }

        _process = Process.Start(start)!;
        SetUp(caseId);
    }

    /// <summary>Sets another case up, which must need the same environment.</summary>
    internal void SetUp(string caseId) => Ask(RunnerProtocol.Setup, caseId);

    /// <summary>Works, and tells whether the process has survived it.</summary>
    internal bool TryWork() => TryAsk(RunnerProtocol.Slice, "1") is not null;

    /// <summary>The scenario's own figures, as the runner writes them.</summary>
    internal string Figures() => Ask(RunnerProtocol.Figures);

    /// <summary>The bytes that survive; null when the case can't overlap.</summary>
    internal long? Survived()
    {
        string answer = Ask(RunnerProtocol.Survived);
        return answer == RunnerProtocol.NotApplicable ? null : long.Parse(answer, CultureInfo.InvariantCulture);
    }

    /// <summary>
    /// The bytes that one operation allocates, on warm code: the least of some slices, because a thread that joins the thread
    /// pool in one brings its own things once.
    /// </summary>
    internal double AllocatedPerOperation(int slices = 5)
    {
        double least = double.PositiveInfinity;
        for (int slice = 0; slice < slices; slice++)
        {
            string[] answer = Ask(RunnerProtocol.Slice, "20").Split(' ');
            least = Math.Min(least, double.Parse(answer[2], CultureInfo.InvariantCulture));
        }

        return least;
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.StandardInput.Close();
            if (!_process.WaitForExit(s_patience))
            {
                _process.Kill();
            }
        }

        _process.Dispose();
    }

    private string Ask(string command, string argument = "")
    {
        string? answer = TryAsk(command, argument);
        Assert.True(answer is not null, $"The process ended at '{command} {argument}'.");
        Assert.StartsWith(command, answer, StringComparison.Ordinal);
        return answer[command.Length..].Trim();
    }

    private string? TryAsk(string command, string argument)
    {
        string? answer = null;
        Watchdog.Run(command + " " + argument, () =>
        {
            _process.StandardInput.WriteLine((command + " " + argument).TrimEnd());
            _process.StandardInput.Flush();
            answer = _process.StandardOutput.ReadLine();
        });
        return answer;
    }
}
