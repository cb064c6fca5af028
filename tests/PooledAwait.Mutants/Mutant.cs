using System.IO;

namespace PooledAwait.Mutants;

/// <summary>One way to break the library, or what comes with it.</summary>
/// <param name="Name">What is broken.</param>
/// <param name="File">The source file, below its project's folder.</param>
/// <param name="Original">A text that stands in the file once.</param>
/// <param name="Broken">What replaces it.</param>
/// <param name="Filter">The tests that must notice, as the test runner's filter.</param>
internal sealed record Mutant(string Name, string File, string Original, string Broken, string Filter)
{
    /// <summary>The project that is broken: the library, unless a list says another.</summary>
    public Target Target { get; init; } = Target.Library;
}

/// <summary>A project that mutants break, by its folder, and the tests that must notice, below tests.</summary>
internal sealed record Target(string Project, string Framework, string Tests)
{
    internal static Target Library { get; } = new("src/PooledAwait.Net", "net10.0", "PooledAwait.Tests");

    internal static Target Analyzers { get; } = new("src/PooledAwait.Analyzers", "netstandard2.0", "PooledAwait.Analyzers.Tests");

    internal static Target CodeFixes { get; } =
        new("src/PooledAwait.Analyzers/Fixes", "netstandard2.0", "PooledAwait.Analyzers.Tests") { Name = "PooledAwait.CodeFixes" };

    internal static Target Suite { get; } = new("bench/AsyncBenchmarks", "net10.0", "AsyncBenchmarks.Host.Tests");

    /// <summary>The project's name, and its assembly's.</summary>
    internal string Name { get; private init; } = Path.GetFileName(Project);

    /// <summary>An assembly among the built tests.</summary>
    internal string Binary(string root, string name) => Path.Combine(root, "tests", Tests, "bin", "Release", "net10.0", name + ".dll");
}
