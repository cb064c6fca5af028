using System.IO;
using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Processes;
using BenchmarkDotNet.Environments;

namespace AsyncBenchmarks.Runtimes;

/// <summary>.NET 10 with its JIT: the runtime that the SDK of this repository brings along.</summary>
internal sealed class Net10 : Runtime
{
    public override string Id => "net10.0";

    public override string Name => ".NET 10";

    public override string TargetFramework => "net10.0";

    // BenchmarkDotNet 0.14 knows .NET up to 9 by name.
    public override BenchmarkDotNet.Environments.Runtime BenchmarkRuntime => CoreRuntime.CreateForNewVersion(TargetFramework, Name);

    public override ProgramCommand CommandFor(string program) => new(DotNet.Executable, program);

    public override async Task<ProgramCommand> BuildRunnerAsync(CancellationToken cancellationToken)
    {
        const string Project = "AsyncBenchmarks.Runner";
        string project = Repository.BenchProject(Project);
        await DotNet.BuildAsync(project, ["-f", TargetFramework], cancellationToken);
        return CommandFor(Path.Combine(Path.GetDirectoryName(project)!, "bin", "Release", TargetFramework, Project + ".dll"));
    }
}
