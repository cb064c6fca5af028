using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Runtimes;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Results;

namespace AsyncBenchmarks.Measuring;

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
