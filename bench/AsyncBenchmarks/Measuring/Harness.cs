using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using AsyncBenchmarks.Harness;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Racing;
using AsyncBenchmarks.Results;
using AsyncBenchmarks.Runtimes;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.CsProj;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;

namespace AsyncBenchmarks.Measuring;

/// <summary>
/// BenchmarkDotNet's project generator, told where things are: by itself it searches the tree from the current directory
/// on and writes beside the running program.
/// </summary>
internal sealed class HarnessGenerator : CsProjGenerator
{
    /// <summary>Where generated programs are built, one folder each; removed after the run.</summary>
    public static string Folder => Path.Combine(Repository.Artifacts, "benchmarkdotnet");

    private readonly Runtime _runtime;

    // BenchmarkDotNet may still be adding one, on its own thread, when the run is stopped.
    private readonly ConcurrentQueue<string> _programs = [];

    public HarnessGenerator(Runtime runtime)
        : base(runtime.TargetFramework, DotNet.Executable, packagesPath: "", runtimeFrameworkVersion: "")
    {
        _runtime = runtime;
    }

    /// <summary>
    /// Removes what this generator made. BenchmarkDotNet does so itself, but not after a build that failed or was stopped.
    /// </summary>
    public void RemovePrograms()
    {
        foreach (string program in _programs)
        {
            try
            {
                Directory.Delete(program, recursive: true);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // Already gone, or a process that is just ending still holds a file.
            }
        }
    }

    protected override FileInfo GetProjectFilePath(Type benchmarkTarget, ILogger logger) =>
        new(Repository.BenchProject("AsyncBenchmarks.Harness"));

    protected override string GetBuildArtifactsDirectoryPath(BuildPartition buildPartition, string programName)
    {
        string program = Path.Combine(Folder, _runtime.Id, programName);
        _programs.Enqueue(program);
        return program;
    }

    protected override string GetBinariesDirectoryPath(string buildArtifactsDirectoryPath, string configuration) =>
        Path.Combine(buildArtifactsDirectoryPath, "bin", configuration, _runtime.OutputFolder);

    protected override string GetExecutableExtension() => _runtime.ProgramExtension;
}

/// <summary>
/// Builds the generated program as any project is built. BenchmarkDotNet's own builder sends the output of every
/// referenced project to a new folder and so compiles all of them again for every run.
/// </summary>
internal sealed class HarnessBuilder : IBuilder
{
    private readonly Runtime _runtime;
    private readonly CancellationToken _cancellationToken;

    public HarnessBuilder(Runtime runtime, CancellationToken cancellationToken)
    {
        _runtime = runtime;
        _cancellationToken = cancellationToken;
    }

    public BuildResult Build(GenerateResult generateResult, BuildPartition buildPartition, ILogger logger)
    {
        try
        {
            string project = generateResult.ArtifactsPaths.ProjectFilePath;
            DotNet.BuildAsync(project, ["-f", _runtime.TargetFramework, .. _runtime.BuildOptions],
                _cancellationToken).GetAwaiter().GetResult();
            return BuildResult.Success(generateResult);
        }
        catch (BuildException exception)
        {
            logger.WriteLineError(exception.Output);
            return BuildResult.Failure(generateResult, exception.Message);
        }
    }
}

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

/// <summary>Finds in what a process left behind the one sentence that says why it failed.</summary>
internal static class FailureText
{
    private const string Inner = "---> ";

    /// <summary>One line: the innermost exception it printed, or what the runtime said when it died.</summary>
    public static string Describe(IReadOnlyList<string> output, string lastWords, int exitCode)
    {
        string[] exceptions = [.. output.Select(line => line.Trim()).Where(IsException)];
        if (exceptions.LastOrDefault(line => line.StartsWith(Inner, StringComparison.Ordinal)) is { } inner)
        {
            return CauseOfDeath.Innermost(inner[Inner.Length..]);
        }

        if (exceptions.LastOrDefault() is { } exception)
        {
            return CauseOfDeath.Innermost(exception);
        }

        string cause = CauseOfDeath.Find(lastWords);
        return $"The process ended with exit code {exitCode}" + (cause.Length == 0 ? "." : ": " + cause);
    }

    // As Exception.ToString begins: a type's name, a colon, the message.
    private static bool IsException(string line)
    {
        string text = line.StartsWith(Inner, StringComparison.Ordinal) ? line[Inner.Length..] : line;
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string type = colon < 0 ? text : text[..colon];
        return type.EndsWith("Exception", StringComparison.Ordinal) && !type.Contains(' ', StringComparison.Ordinal);
    }
}
