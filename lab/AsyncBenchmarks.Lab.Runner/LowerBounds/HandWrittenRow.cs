using System;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>A hand-written baseline: the graphs with what the framework promises and nothing else, to show what a library adds.</summary>
/// <param name="name">The row's name.</param>
/// <param name="what">How the graphs are written.</param>
/// <param name="flows">Whether contexts flow; the row without them has a name and a process of its own.</param>
/// <param name="asyncAwait">The graph of AsyncAwait, pending or not; null where the row doesn't have that.</param>
/// <param name="continueWith">The graph of ContinueWith, in the same way.</param>
internal sealed class HandWrittenRow(
    string name, string what, bool flows, Func<bool, Availability>? asyncAwait = null, Func<bool, Availability>? continueWith = null)
    : Row(Library.OfRuntime(
        flows ? name : name + "-NoFlow",
        missing: null,
        $"A reference, not an API: {what}, pooled, thread-safe between awaiter and completer. "
        + (flows ? "ExecutionContexts flow and are put back as the framework does it." : "No context is captured, flowed or put back."),
        "Left out is what a library must add: tokens, detection of misuse, exceptions as results, scheduling contexts, "
        + "protection of the stack, and pools that are bounded and shared between threads."))
{
    public override Action? Configure => flows ? null : HandWrittenFlow.Disable;

    public override Availability AsyncAwait(bool pending) => asyncAwait?.Invoke(pending) ?? Nothing;

    public override Availability ContinueWith(bool pending) => continueWith?.Invoke(pending) ?? Nothing;

    /// <summary>Adds the rows to the catalog of the lab's programs, each with and without flow.</summary>
    public static void AddToCatalog() =>
        Catalog.AddReferences([Delegates(flows: true), Async(flows: true), Delegates(flows: false), Async(flows: false)]);

    private static HandWrittenRow Delegates(bool flows) =>
        new("HandWritten", "the graph without a library", flows, continueWith: NestedWorkload<HandWrittenContinueWith>.With)
        {
            OnlyIn = ["ContinueWith"],
        };

    private static HandWrittenRow Async(bool flows) =>
        new("HandWritten-Async", "async methods over the smallest method builder", flows, NestedWorkload<HandWrittenAsyncAwait>.With)
        {
            OnlyIn = ["AsyncAwait"],
        };
}
