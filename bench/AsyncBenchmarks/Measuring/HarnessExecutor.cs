using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Harness;
using AsyncBenchmarks.Processes;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;

namespace AsyncBenchmarks.Measuring;

/// <summary>
/// Runs a case in a process of its own and reads what it prints. BenchmarkDotNet's own executor talks over inherited
/// pipes, which old Mono can't, and leaves standard error, where a runtime writes why it died, to the terminal.
/// </summary>
internal sealed class HarnessExecutor : IExecutor
{
    // Iterations report every fraction of a second; a process that is silent for so long hangs.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);

    private readonly MeasuringOptions _options;
    private readonly CancellationToken _cancellationToken;

    /// <param name="options">What to run on, and how long.</param>
    /// <param name="cancellationToken">Stops the running case and keeps the others from starting.</param>
    public HarnessExecutor(MeasuringOptions options, CancellationToken cancellationToken)
    {
        _options = options;
        _cancellationToken = cancellationToken;
    }

    public ExecuteResult Execute(ExecuteParameters executeParameters) => ExecuteAsync(executeParameters).GetAwaiter().GetResult();

    private async Task<ExecuteResult> ExecuteAsync(ExecuteParameters parameters)
    {
        ProgramCommand program = _options.Runtime.CommandFor(parameters.BuildResult.ArtifactsPaths.ExecutablePath);
        string caseId = CaseParameters.CaseIdOf(parameters.BenchmarkCase);
        string id = parameters.BenchmarkId.Value.ToString(CultureInfo.InvariantCulture);
        ProgramCommand command = program with
        {
            Arguments = [.. program.Arguments, "--benchmarkName", caseId, "--benchmarkId", id],
        };
        parameters.Logger.WriteLineInfo("// " + command);

        ProcessStartInfo start = command.ToCaseStartInfo(CaseEnvironment.Of(Catalog.Find(caseId)!, _options.Kind));

        // Nothing is written to it. It ends when we do, however that happens, and the process with it: see HostWatch.
        start.RedirectStandardInput = true;
        await using ChildProcess process = ChildProcess.Start(start);
        process.TryRaisePriority();
        List<string> output = [];
        string? hang = await ReadAsync(process, output, parameters.Logger);
        int? exitCode = hang is null ? await process.WaitForExitAsync(_cancellationToken) : null;
        if (exitCode != 0)
        {
            await ChildProcesses.RuleOutInterruptionAsync(_cancellationToken);
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
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(_cancellationToken);
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
        catch (OperationCanceledException) when (!_cancellationToken.IsCancellationRequested)
        {
            return $"It printed nothing for {s_patience.TotalMinutes} minutes and was stopped.";
        }
    }
}
