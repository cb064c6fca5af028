using System.Threading;
using AsyncBenchmarks.Processes;
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
    private readonly string _targetFramework;
    private readonly CancellationToken _cancellationToken;

    public HarnessBuilder(string targetFramework, CancellationToken cancellationToken)
    {
        _targetFramework = targetFramework;
        _cancellationToken = cancellationToken;
    }

    public BuildResult Build(GenerateResult generateResult, BuildPartition buildPartition, ILogger logger)
    {
        try
        {
            string project = generateResult.ArtifactsPaths.ProjectFilePath;
            DotNet.BuildAsync(project, ["-f", _targetFramework], _cancellationToken).GetAwaiter().GetResult();
            return BuildResult.Success(generateResult);
        }
        catch (BuildException exception)
        {
            logger.WriteLineError(exception.Output);
            return BuildResult.Failure(generateResult, exception.Message);
        }
    }
}
