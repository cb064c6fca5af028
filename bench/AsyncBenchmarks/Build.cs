using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;

namespace AsyncBenchmarks;

/// <summary>Tells apart what was built from the same commit with other changes on top.</summary>
internal static class Build
{
    private const int Length = 12;

    // All that cases are made of; not what measures them, nor the tests of it.
    private static readonly string[] s_parts =
    [
        "AsyncBenchmarks.Harness", "AsyncBenchmarks.Lab.Runner", "AsyncBenchmarks.RuntimeAsync", "AsyncBenchmarks.Scenarios", "PooledAwait.Net",
    ];

    /// <summary>A digest of the compilers' identities of what they have made: the same sources give the same.</summary>
    public static string Describe()
    {
        byte[] identities =
        [
            .. s_parts
                .Select(part => Path.Combine(AppContext.BaseDirectory, part + ".dll"))
                .Where(File.Exists)
                .SelectMany(file => Identity(file).ToByteArray()),
        ];
        return Convert.ToHexStringLower(SHA256.HashData(identities))[..Length];
    }

    private static Guid Identity(string file)
    {
        using PEReader reader = new(File.OpenRead(file));
        MetadataReader metadata = reader.GetMetadataReader();
        return metadata.GetGuid(metadata.GetModuleDefinition().Mvid);
    }
}
