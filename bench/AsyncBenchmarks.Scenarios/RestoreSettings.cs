using System;
using System.Collections.Generic;
using System.Reflection;

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
    public static IReadOnlyDictionary<string, string> Given { get; } = Read();

    private static Dictionary<string, string> Read()
    {
        Dictionary<string, string> given = [];
        foreach (AssemblyMetadataAttribute attribute in BuildMetadata.All)
        {
            if (attribute.Key.StartsWith(Prefix, StringComparison.Ordinal) && attribute.Value is { } value)
            {
                given[attribute.Key.Substring(Prefix.Length)] = value;
            }
        }

        return given;
    }
}
