using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Libraries;

/// <summary>The graphs written by hand, with what the framework promises and nothing else: a reference for what a library adds.</summary>
internal static class HandWrittenLibrary
{
    public static Row Row { get; } = CreateRow(
        "HandWritten",
        new HandWrittenAnswers(),
        "A reference, not an API: the same graphs without a library and without async methods, pooled, thread-safe between "
        + "awaiter and completer, with ExecutionContexts captured, flowed and put back as the framework does.",
        "Left out is what a library must add: tokens, detection of misuse, exceptions as results, scheduling contexts, "
        + "protection of the stack, and pools that are bounded and shared between threads.",
        YieldCategory.Task,
        YieldCategory.TaskT,
        YieldCategory.ValueTask,
        YieldCategory.ValueTaskT);

    /// <summary>Makes the row of what is written by hand.</summary>
    /// <param name="name">The row's name.</param>
    /// <param name="answers">What it can do.</param>
    /// <param name="what">What it is.</param>
    /// <param name="limits">What it is not.</param>
    /// <param name="standsFor">The categories of Yield that it appears in.</param>
    internal static Row CreateRow(string name, Answers answers, string what, string limits, params YieldCategory[] standsFor) =>
        new(name, FrameworkLibrary.Describe(name, what, limits), answers, standsFor);
}
