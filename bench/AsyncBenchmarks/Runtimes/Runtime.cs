using System.Threading;
using System.Threading.Tasks;
using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Runtimes;

/// <summary>A runtime that cases run on: how to build for it, and how to run what was built.</summary>
internal abstract class Runtime
{
    /// <summary>The name on the command line, such as <c>net10.0</c>.</summary>
    public abstract string Id { get; }

    /// <summary>The name in tables, such as <c>.NET 10</c>.</summary>
    public abstract string Name { get; }

    /// <summary>What to compile for.</summary>
    public abstract string TargetFramework { get; }

    /// <summary>What BenchmarkDotNet calls it.</summary>
    public abstract BenchmarkDotNet.Environments.Runtime BenchmarkRuntime { get; }

    /// <summary>How to start a program that was built for it.</summary>
    public abstract ProgramCommand CommandFor(string program);

    /// <summary>Builds the program that races run their cases in, and tells how to start it.</summary>
    public abstract Task<ProgramCommand> BuildRunnerAsync(CancellationToken cancellationToken);
}
