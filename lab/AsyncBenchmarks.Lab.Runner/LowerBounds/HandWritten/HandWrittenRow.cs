using System;
using AsyncBenchmarks.Libraries;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Lab.LowerBounds;

/// <summary>The base of the lower bounds: a scenario without a hand-written baseline has no work, and a reason.</summary>
/// <param name="name">The row's name.</param>
/// <param name="what">Its description.</param>
/// <param name="limits">Its limits.</param>
/// <param name="flows">Whether the contexts flow; without them the row is named so, and is not on .NET Framework and Mono.</param>
/// <param name="standsFor">The categories of Yield that it appears in.</param>
internal abstract class HandWrittenRow(string name, string what, string limits, bool flows, params YieldCategory[] standsFor)
    : Row(
        flows
            ? Library.OfRuntime(name, missing: null, what, limits)
            : Library.OfRuntime(name + "-NoFlow", missing: null, what + " Here no context is captured, flowed or put back.", limits),
        standsFor)
{
    /// <summary>Why what only exists in HandWritten has no work in the others.</summary>
    protected const string NoAsyncMethods = "No async methods in it; see HandWritten.";

    public override Action? Configure => flows ? null : HandWrittenFlow.Disable;

    protected override string Otherwise => "Combinators are not written by hand.";

    /// <summary>The answer to what needs more than is written by hand; null where there is work.</summary>
    protected static Availability? IsLeftOut(OperationsWork work) => work.Kind switch
    {
        OperationsKind.Cancel or OperationsKind.Throw or OperationsKind.Burst =>
            Availability.No("What this measures is what the hand-written code leaves out."),
        _ => null,
    };
}
