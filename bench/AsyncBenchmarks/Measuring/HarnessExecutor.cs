using System.Diagnostics;
using System.Globalization;
using AsyncBenchmarks.Harness;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;

namespace AsyncBenchmarks.Measuring;

/// <summary>
/// Runs a case in a process of its own and reads what it prints. BenchmarkDotNet's own executor talks over inherited
/// pipes, which old Mono can't, and leaves standard error, where a runtime writes why it died, to the terminal.
/// </summary>
internal sealed class HarnessExecutor(
    MeasuringOptions options, IReadOnlyDictionary<string, CaseProcess> cases, CancellationToken cancellationToken) : IExecutor
{
    // Iterations report every fraction of a second; a process that is silent for so long hangs.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);

    public ExecuteResult Execute(ExecuteParameters executeParameters) => ExecuteAsync(executeParameters).GetAwaiter().GetResult();

    private async Task<ExecuteResult> ExecuteAsync(ExecuteParameters parameters)
    {
        ProgramCommand program = options.Runtime.CommandFor(parameters.BuildResult.ArtifactsPaths.ExecutablePath);
        string caseId = CaseParameters.CaseIdOf(parameters.BenchmarkCase);
        string id = parameters.BenchmarkId.Value.ToString(CultureInfo.InvariantCulture);
        ProgramCommand command = program with
        {
            Arguments = [.. program.Arguments, "--benchmarkName", caseId, "--benchmarkId", id],
        };
        parameters.Logger.WriteLineInfo("// " + command);

        ProcessStartInfo start = command.ToCaseStartInfo(cases[caseId].Environment(options.Kind == RunKind.Smoke));

        // Nothing is written to it. It ends when we do, however that happens, and the process with it: see HostWatch.
        start.RedirectStandardInput = true;
        await using ChildProcess process = ChildProcess.Start(start);
        process.TryRaisePriority();
        List<string> output = [];
        string? hang = await ReadAsync(process, output, parameters.Logger);
        int? exitCode = hang is null ? await process.WaitForExitAsync(cancellationToken) : null;
        if (exitCode != 0)
        {
            await ChildProcesses.RuleOutInterruptionAsync(cancellationToken);
            string failure = hang ?? FailureText.Describe(output, process.LastWords, exitCode!.Value);
            output.Add(CaseMark.Format(CaseMark.Failure, failure));
            parameters.Logger.WriteLineError(output[^1]);
        }

        ILookup<bool, string> lines = output.ToLookup(line => line.StartsWith("//", StringComparison.Ordinal));
        return new ExecuteResult(
            foundExecutable: true, exitCode, process.Id, [.. lines[false]], [.. lines[true]], output, parameters.LaunchIndex);
    }

    private async Task<string?> ReadAsync(ChildProcess process, List<string> output, ILogger logger)
    {
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            patience.CancelAfter(s_patience);
            while (await process.ReadLineAsync(patience.Token) is { } line)
            {
                output.Add(line);
                logger.WriteLine(line);
                patience.CancelAfter(s_patience);
            }

            return null;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return $"It printed nothing for {s_patience.TotalMinutes} minutes and was stopped.";
        }
    }
}
