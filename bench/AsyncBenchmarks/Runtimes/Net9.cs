using BenchmarkDotNet.Environments;

namespace AsyncBenchmarks.Runtimes;

/// <summary>.NET 9 with its JIT.</summary>
internal sealed class Net9 : SelfContainedRuntime
{
    public override string Id => "net9.0";

    public override string Name => ".NET 9";

    public override string TargetFramework => "net9.0";

    public override BenchmarkDotNet.Environments.Runtime BenchmarkRuntime => CoreRuntime.Core90;
}
