using System.IO;

namespace AsyncBenchmarks.Host.Tests.Results;

/// <summary>Results of a real run and a real race.</summary>
internal static class Published
{
    public static string Folder { get; } = Path.Combine(Repository.Root, "results", "2026-11-21-quick");
}
