namespace AsyncBenchmarks;

/// <summary>
/// Where this assembly's packages came from, if the build was told: the properties that a later build of the same rows needs.
/// As environment variables they reach every build that a process starts.
/// </summary>
public static class RestoreSettings
{
    // The key that bench/Peers.targets writes, before the property's name.
    private const string Prefix = "Restore.";

    /// <summary>The names of MSBuild's properties, and their values.</summary>
    public static IReadOnlyDictionary<string, string> Given { get; } = Library.BuildMetadata
        .Where(attribute => attribute.Key.StartsWith(Prefix, StringComparison.Ordinal))
        .ToDictionary(attribute => attribute.Key.Substring(Prefix.Length), attribute => attribute.Value ?? "");
}
