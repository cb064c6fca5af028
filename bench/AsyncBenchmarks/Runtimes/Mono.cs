using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Runtimes;

/// <summary>Mono, running what is built for .NET Framework.</summary>
internal sealed class Mono : Runtime
{
    private const string Program = "mono";

    public override string Id => "mono";

    public override string Name => "Mono";

    public override string TargetFramework => "net472";

    public override IReadOnlyList<string> Notes =>
    [
        "Allocated counts what the measuring thread allocates, other threads' bytes are missing; Survived is approximate, "
        + "for the collector finds references on stacks by their looks.",
    ];

    public override string? Missing => Executables.IsThere(Program)
        ? null : "Mono is not installed: apt install mono-runtime, or brew install mono.";

    public override string ProgramExtension => ".exe";

    public override ProgramCommand CommandFor(string program) => new(Program, program);
}
