using System.Collections.Concurrent;
using AsyncBenchmarks.Processes;
using AsyncBenchmarks.Runtimes;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.CsProj;

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
