using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graphs written by hand, with what the framework promises and nothing else: a reference for what a library adds.</summary>
internal static partial class HandWrittenLibrary
{
    private const string Name = "HandWritten";

    public static Row Row { get; } = Create();

    private static Row Create()
    {
        Answers? answers = null;
        Answer(ref answers);
        Library library = answers is null
            ? FrameworkLibrary.Missing(Name, "This runtime can't restore an ExecutionContext, only run in one.", "A reference, not an API.")
            : FrameworkLibrary.Describe(
                Name,
                "A reference, not an API: the same graphs without a library and without async methods, pooled, thread-safe between "
                + "awaiter and completer, with ExecutionContexts captured, flowed and put back as the framework does.",
                "Left out is what a library must add: tokens, detection of misuse, exceptions as results, scheduling contexts, "
                + "protection of the stack, and pools that are bounded and shared between threads.");
        return new Row(Name, library, answers);
    }

    // Its bodies are in Work, compiled where a context can be restored.
    static partial void Answer(ref Answers? answers);
}
