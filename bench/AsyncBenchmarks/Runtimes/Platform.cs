using System.Runtime.InteropServices;

namespace AsyncBenchmarks.Runtimes;

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
