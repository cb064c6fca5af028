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
