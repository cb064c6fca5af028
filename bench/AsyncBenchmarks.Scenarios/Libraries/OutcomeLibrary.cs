namespace AsyncBenchmarks.Libraries;

/// <summary>A library's await that gives the outcome and throws nothing: rows of Cancel and Throw.</summary>
/// <param name="library">The library under a name of its own.</param>
/// <param name="operations">Its work; null where the library was not found.</param>
internal sealed class OutcomeLibrary(Library library, Func<OperationsWork, Availability>? operations, Action? configure = null)
    : Row(library)
{
    /// <summary>The scenarios that have such rows.</summary>
    internal static string[] Scenarios { get; } = ["Cancel", "Throw"];

    public override Action? Configure => configure;

    public override Availability Operations(OperationsWork work) => operations?.Invoke(work) ?? base.Operations(work);
}
