using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Runtimes;

/// <summary>All runtimes that the suite can measure on, whether this machine has them or not.</summary>
internal static class KnownRuntimes
{
    /// <summary>In the order of the tables.</summary>
    public static IReadOnlyList<Runtime> All { get; } =
    [
        new Net10(),
        new SelfContainedRuntime("net11.0", ".NET 11")
        {
            Options = ["-p:Net11=true"],
        },
        new SelfContainedRuntime("net9.0", ".NET 9"),
        new SelfContainedRuntime("net8.0", ".NET 8"),
        new NativeAot(),
        new Mono(),
        new NetFramework48(),
    ];

    /// <summary>The runtime without a <c>--runtime</c> option.</summary>
    public static Runtime Default => All[0];

    /// <summary>The one with that name on the command line; null if there is none.</summary>
    public static Runtime? Find(string id) =>
        All.FirstOrDefault(runtime => string.Equals(runtime.Id, id, StringComparison.OrdinalIgnoreCase));
}

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

/// <summary>
/// A .NET that the SDK doesn't bring along: programs are built with the runtime in their folder, from the package
/// feeds, so that nothing has to be installed.
/// </summary>
internal sealed class SelfContainedRuntime(string framework, string name) : Runtime
{
    public override string Id => framework;

    public override string Name => name;

    public override string TargetFramework => framework;

    public override bool IsCoreClr => true;

    public override IReadOnlyList<string> BuildOptions => ["-r", Platform.RuntimeIdentifier, "-p:SelfContained=true", .. Options];

    /// <summary>Further properties of its build.</summary>
    public IReadOnlyList<string> Options { get; init; } = [];

    public override string OutputFolder => Path.Combine(TargetFramework, Platform.RuntimeIdentifier);

    public override ProgramCommand CommandFor(string program) => new(Path.ChangeExtension(program, Platform.ExecutableExtension));
}

/// <summary>Mono, running what is built for .NET Framework.</summary>
internal sealed class Mono : Runtime
{
    private const string Program = "mono";

    public override string Id => "mono";

    public override string Name => "Mono";

    public override string TargetFramework => "net472";

    public override IReadOnlyList<string> Notes =>
    [
        "Allocated counts only what the measuring thread allocates; Survived is approximate, "
        + "because the collector scans stacks conservatively.",
    ];

    public override string? Missing => Executables.IsThere(Program)
        ? null : "Mono is not installed: apt install mono-runtime, or brew install mono.";

    public override string ProgramExtension => ".exe";

    public override ProgramCommand CommandFor(string program) => new(Program, program);
}
