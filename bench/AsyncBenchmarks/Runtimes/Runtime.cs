using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Runtimes;

/// <summary>A runtime that cases run on: whether this machine has it, how to build for it, how to run what was built.</summary>
/// <param name="id">The name on the command line, such as <c>net10.0</c>.</param>
/// <param name="name">The name in tables, such as <c>.NET 10</c>.</param>
internal class Runtime(string id, string name)
{
    public string Id { get; } = id;

    public string Name { get; } = name;

    public string TargetFramework { get; init; } = id;

    /// <summary>Limits of its numbers, one line each.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Why this machine can't run it, and what to install; null if it can.</summary>
    public string? Missing { get; init; }

    /// <summary>Whether it is CoreCLR with its JIT, which tells tools what it has compiled.</summary>
    public bool IsCoreClr { get; init; }

    /// <summary>Whether programs are built with the runtime in their folder, from the feeds, so that nothing has to be installed.</summary>
    public bool IsSelfContained { get; init; }

    public IReadOnlyList<string> BuildOptions { get; init; } = [];

    public string? ProgramExtension { get; init; } = ".exe";

    /// <summary>What runs a built program; null if it runs by itself.</summary>
    public string? Launcher { get; init; }

    /// <summary>
    /// Builds the runner and tells how to start it; throws <see cref="BuildException"/> when it does not build, or when the
    /// feeds lack something that the runtime needs.
    /// </summary>
    public virtual async Task<ProgramCommand> BuildRunnerAsync(CancellationToken cancellationToken)
    {
        string project = Repository.Runner;
        await DotNet.RunAsync("build", project, ["-f", TargetFramework, .. BuildOptions], cancellationToken);
        string program = Path.Combine(
            Path.GetDirectoryName(project)!, "bin", "Release", TargetFramework, IsSelfContained ? Platform.RuntimeIdentifier : "",
            Path.GetFileNameWithoutExtension(project) + ProgramExtension);
        return Launcher is null ? new(program) : new(Launcher, program);
    }
}

internal static class Platform
{
    /// <summary>As NuGet names runtime packs. The identifier of this process can name a distribution, for which there are none.</summary>
    public static string RuntimeIdentifier { get; } =
        OperatingSystemName() + "-" + RuntimeInformation.OSArchitecture.ToString().ToLowerInvariant();

    /// <summary>The extension of a program's name; null where it has none.</summary>
    public static string? ExecutableExtension { get; } = OperatingSystem.IsWindows() ? ".exe" : null;

    private static string OperatingSystemName() =>
        OperatingSystem.IsWindows() ? "win"
        : OperatingSystem.IsMacOS() ? "osx"
        : RuntimeInformation.RuntimeIdentifier.Contains("musl", StringComparison.Ordinal) ? "linux-musl"
        : "linux";
}
