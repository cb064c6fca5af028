using System.Runtime.InteropServices;
using AsyncBenchmarks.Processes;

namespace AsyncBenchmarks.Runtimes;

/// <summary>A runtime that cases run on: whether this machine has it, how to build for it, how to run what was built.</summary>
internal abstract class Runtime
{
    /// <summary>The name on the command line, such as <c>net10.0</c>.</summary>
    public abstract string Id { get; }

    /// <summary>The name in tables, such as <c>.NET 10</c>.</summary>
    public abstract string Name { get; }

    /// <summary>The target framework.</summary>
    public abstract string TargetFramework { get; }

    /// <summary>Limits of its numbers, one line each.</summary>
    public virtual IReadOnlyList<string> Notes => [];

    /// <summary>Why this machine can't run it, and what to install; null if it can.</summary>
    public virtual string? Missing => null;

    /// <summary>Whether it is CoreCLR with its JIT, which tells tools what it has compiled.</summary>
    public virtual bool IsCoreClr => false;

    /// <summary>The options of a build besides the framework.</summary>
    public virtual IReadOnlyList<string> BuildOptions => [];

    /// <summary>Where a build puts a program, below its folder for the configuration.</summary>
    public virtual string OutputFolder => TargetFramework;

    /// <summary>The extension of a built program.</summary>
    public virtual string ProgramExtension => ".dll";

    /// <summary>About how long it takes to build what runs on it.</summary>
    public virtual TimeSpan BuildTime => TimeSpan.FromSeconds(30);

    /// <summary>How to start a program that was built for it.</summary>
    /// <param name="program">Its path, with <see cref="ProgramExtension"/>.</param>
    public abstract ProgramCommand CommandFor(string program);

    /// <summary>
    /// Builds the runner and tells how to start it; throws <see cref="BuildException"/> when it does not build, or when the
    /// feeds lack something that the runtime needs.
    /// </summary>
    public virtual async Task<ProgramCommand> BuildRunnerAsync(CancellationToken cancellationToken)
    {
        string project = Repository.Runner;
        await DotNet.BuildAsync(project, ["-f", TargetFramework, .. BuildOptions], cancellationToken);
        string program = Path.GetFileNameWithoutExtension(project) + ProgramExtension;
        return CommandFor(Path.Combine(Path.GetDirectoryName(project)!, "bin", "Release", OutputFolder, program));
    }
}

/// <summary>The machine, as builds name it.</summary>
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
