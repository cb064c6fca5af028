using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Runtimes;

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

    public override IReadOnlyList<string> BuildOptions => ["-r", Platform.RuntimeIdentifier, "--self-contained", .. Options];

    /// <summary>What its build is told besides.</summary>
    public IReadOnlyList<string> Options { get; init; } = [];

    public override string OutputFolder => Path.Combine(TargetFramework, Platform.RuntimeIdentifier);

    public override ProgramCommand CommandFor(string program) => new(Path.ChangeExtension(program, Platform.ExecutableExtension));
}
