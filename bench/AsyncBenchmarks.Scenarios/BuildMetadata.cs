using System.Collections.Generic;
using System.Reflection;

namespace AsyncBenchmarks;

/// <summary>What the build wrote into this assembly.</summary>
internal static class BuildMetadata
{
    /// <summary>All of it.</summary>
    public static IReadOnlyList<AssemblyMetadataAttribute> All { get; } =
        [.. typeof(BuildMetadata).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()];
}
