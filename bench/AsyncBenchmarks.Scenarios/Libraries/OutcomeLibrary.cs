namespace AsyncBenchmarks.Libraries;

/// <summary>A library's await that gives the outcome and throws nothing: rows of Cancel and Throw.</summary>
/// <param name="operations">Its work; null where the library was not found.</param>
internal sealed class OutcomeLibrary(Library library, Func<OperationsWork, Availability>? operations, Action? configure = null)
    : Row(library)
{
    internal static string[] Scenarios { get; } = ["Cancel", "Throw"];

    public override Action? Configure => configure;

    public override Availability Operations(OperationsWork work) => operations?.Invoke(work) ?? base.Operations(work);
}
