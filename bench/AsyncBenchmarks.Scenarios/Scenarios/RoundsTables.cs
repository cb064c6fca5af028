using System.Collections.Generic;

namespace AsyncBenchmarks.Scenarios;

/// <summary>The seven benchmarks in rounds, under the names they have always had.</summary>
internal static class RoundsTables
{
    public static IReadOnlyList<ScenarioTable> All { get; } =
    [
        new RoundsTable(RoundsKind.AsyncPending, "Async methods that all await one pending gate, which then opens."),
        new RoundsTable(RoundsKind.AsyncResolved, "Async methods that await nothing."),
        new RoundsTable(RoundsKind.AwaitPending, "One async method awaits pending operations one after the other; they are completed in order."),
        new RoundsTable(RoundsKind.AwaitResolved, "One async method awaits operations that are complete."),
        new RoundsTable(RoundsKind.ContinueWithFromValue, "A chain of continuations that return plain values, on a pending root; then the root completes."),
        new RoundsTable(RoundsKind.ContinueWithResolved, "The same, each continuation returning an operation that is complete."),
        new RoundsTable(RoundsKind.ContinueWithPending, "The same, each returning a pending operation; then the root completes, then all of them in order."),
    ];
}
