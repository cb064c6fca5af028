namespace PooledAwait.Mutants;

/// <summary>One way to break the library.</summary>
/// <param name="Name">What is broken.</param>
/// <param name="File">The source file, below the library's folder.</param>
/// <param name="Original">A text that stands in the file once.</param>
/// <param name="Broken">What replaces it.</param>
/// <param name="Filter">The tests that must notice, as the test runner's filter.</param>
internal sealed record Mutant(string Name, string File, string Original, string Broken, string Filter);
