using System;
using System.IO;
using AsyncBenchmarks.Processes;
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

    public HarnessGenerator(string targetFramework)
        : base(targetFramework, DotNet.Executable, packagesPath: "", runtimeFrameworkVersion: "")
    {
    }

    protected override FileInfo GetProjectFilePath(Type benchmarkTarget, ILogger logger) =>
        new(Repository.BenchProject("AsyncBenchmarks.Harness"));

    protected override string GetBuildArtifactsDirectoryPath(BuildPartition buildPartition, string programName) =>
        Path.Combine(Folder, programName);
}
