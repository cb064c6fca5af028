using BenchmarkDotNet.Environments;

namespace AsyncBenchmarks.Runtimes;

/// <summary>.NET 8 with its JIT.</summary>
internal sealed class Net8 : SelfContainedRuntime
{
    public override string Id => "net8.0";

    public override string Name => ".NET 8";

    public override string TargetFramework => "net8.0";

    public override BenchmarkDotNet.Environments.Runtime BenchmarkRuntime => CoreRuntime.Core80;
}
