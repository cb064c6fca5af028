using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Runtimes;

/// <summary>.NET 10 with its JIT: the runtime that the SDK of this repository brings along, and this process runs on.</summary>
internal sealed class Net10 : Runtime
{
    public override string Id => "net10.0";

    public override string Name => ".NET 10";

    public override string TargetFramework => "net10.0";

    public override bool IsCoreClr => true;

    public override TimeSpan BuildTime => TimeSpan.FromSeconds(20);

    public override ProgramCommand CommandFor(string program) => new(DotNet.Executable, program);
}
