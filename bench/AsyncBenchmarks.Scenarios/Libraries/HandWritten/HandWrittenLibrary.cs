using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graphs written by hand, with what the framework promises and nothing else: a reference for what a library adds.</summary>
internal static partial class HandWrittenLibrary
{
    public static Row Row { get; } = Create();

    /// <summary>Makes the row of what is written by hand.</summary>
    /// <param name="name">The row's name.</param>
    /// <param name="answers">What it can do; null where it isn't compiled.</param>
    /// <param name="what">What it is.</param>
    /// <param name="limits">What it is not.</param>
    internal static Row CreateRow(string name, Answers? answers, string what, string limits)
    {
        Library library = answers is null
            ? FrameworkLibrary.Missing(name, "This runtime can't restore an ExecutionContext, only run in one.", "A reference, not an API.")
            : FrameworkLibrary.Describe(name, what, limits);
        return new Row(name, library, answers);
    }

    private static Row Create()
    {
        Answers? answers = null;
        Answer(ref answers);
        return CreateRow(
            "HandWritten",
            answers,
            "A reference, not an API: the same graphs without a library and without async methods, pooled, thread-safe between "
            + "awaiter and completer, with ExecutionContexts captured, flowed and put back as the framework does.",
            "Left out is what a library must add: tokens, detection of misuse, exceptions as results, scheduling contexts, "
            + "protection of the stack, and pools that are bounded and shared between threads.");
    }

    // Its bodies are in Work, compiled where a context can be restored.
    static partial void Answer(ref Answers? answers);
}
