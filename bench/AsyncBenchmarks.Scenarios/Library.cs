using System.Reflection;
using System.Runtime.InteropServices;

namespace AsyncBenchmarks;

/// <summary>A compared library, as it was found when this assembly was built.</summary>
/// <param name="Package">The package it comes in; null for what comes with the runtime or with this repository.</param>
/// <param name="NotFound">Why there was none, in NuGet's own words; null when it was found.</param>
/// <param name="Notes">Limits of its rows, one line each.</param>
internal sealed record Library(
    string Name,
    string? Package,
    string? Version,
    string? NotFound,
    IReadOnlyList<string> Notes)
{
    // The key that bench/Peers.targets writes, before the property's name.
    private const string RestorePrefix = "Restore.";

    private static IReadOnlyList<AssemblyMetadataAttribute> BuildMetadata { get; } =
        [.. typeof(Library).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()];

    /// <summary>
    /// Where this assembly's packages came from, if the build was told: the properties that a later build of the same rows needs.
    /// As environment variables they reach every build that a process starts.
    /// </summary>
    public static IReadOnlyDictionary<string, string> RestoreSettings { get; } = BuildMetadata
        .Where(attribute => attribute.Key.StartsWith(RestorePrefix, StringComparison.Ordinal))
        .ToDictionary(attribute => attribute.Key.Substring(RestorePrefix.Length), attribute => attribute.Value ?? "");

    /// <summary>Describes a third-party package, as NuGet answered the build. The keys are those of bench/Peers.proj.</summary>
    internal static Library OfPackage(string package, string name, params string[] notes)
    {
        string? version = Read("Peer.Found." + package);
        string? reason = version is null ? Read("Peer.NotFound." + package) ?? $"The build did not look for the package {package}." : null;
        return new Library(name, package, version, reason, notes);
    }

    /// <summary>Describes what comes with the runtime, and has its version.</summary>
    /// <param name="missing">Why this runtime doesn't have it; null when it does.</param>
    internal static Library OfRuntime(string name, string? missing, params string[] notes) =>
        missing is null
            ? new(name, Package: null, RuntimeInformation.FrameworkDescription, NotFound: null, notes)
            : new(name, Package: null, Version: null, missing, []);

    internal static Library OfRepository(Type member, string name, params string[] notes)
    {
        AssemblyInformationalVersionAttribute? version = member.Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
        return new Library(name, "PooledAwait.Net", version?.InformationalVersion, NotFound: null, notes);
    }

    private static string? Read(string key) => BuildMetadata.FirstOrDefault(attribute => attribute.Key == key)?.Value;
}
