namespace AsyncBenchmarks.Host.Tests;

/// <summary>Tests of this collection build projects, and run one after another: two builds would write the same files.</summary>
internal static class Builds
{
    public const string Name = "Builds";
}
