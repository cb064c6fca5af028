using System.Collections.Generic;

namespace AsyncBenchmarks.Scenarios;

/// <summary>What nobody publishes and users ask for.</summary>
internal static class OperationsTables
{
    public static IReadOnlyList<ScenarioTable> All { get; } =
    [
        new OperationsTable(
            OperationsKind.Contended,
            new Scenario(
                "Contended",
                "Threads start operations and complete those that their neighbour has started, at the same time; per operation, all threads together.",
                ["Threads"],
                ["What is rented by one thread is given back by another: 8 steps of 500 operations per thread, the threads meet after each."]),
            [2, 4]),
        new OperationsTable(
            OperationsKind.Deep,
            new Scenario(
                "Deep",
                "A chain of async methods, each awaiting what the one before returned, on a pending operation that then completes; per link.",
                ["Links"],
                ["The chain is built in a loop: only completing it can need a deep stack."]),
            [1, 100, 10_000, 100_000]),
        new OperationsTable(
            OperationsKind.Cancel,
            new Scenario("Cancel", "A pending operation is canceled below async methods; the last of them catches it.", ["Methods"], []),
            [1, 10]),
        new OperationsTable(
            OperationsKind.Throw,
            new Scenario("Throw", "A pending operation fails below async methods; the last of them catches the exception.", ["Methods"], []),
            [1, 10]),
        new OperationsTable(
            OperationsKind.Flow,
            new Scenario(
                "Flow",
                "An operation is started under one value of an AsyncLocal and completed under another, 100 at a time; per operation.",
                ["Value"],
                ["Flows: whether the method sees, after its await, the value it was started with."])
            {
                FigureNames = ["Flows"],
            },
            [(int)LocalValue.None, (int)LocalValue.Same, (int)LocalValue.Changing],
            value => ((LocalValue)value).ToString()),
        new OperationsTable(
            OperationsKind.Burst,
            new Scenario(
                "Burst",
                "Very many operations are in flight at once, and complete; then it is quiet, with a collection every second.",
                ["Operations"],
                [
                    "Held: bytes in use after collections, more than before the burst: at once, and after ten seconds.",
                    "Held by the ValueTask rows, PooledAwait-Attribute and PooledAwait-1.0.49 is, in part, the suite's own: sources, and objects that take results.",
                ])
            {
                FigureNames = ["Held at once", "Held after 10 s"],
                RunsOnce = true,
            },
            [100_000]),
        new OperationsTable(
            OperationsKind.GcPauses,
            new Scenario(
                "GcPauses",
                "A server's loop for ten seconds: 50,000 requests a second, each through three async methods, 500 in flight, beside a live heap of 500,000 objects.",
                [],
                [
                    "Latency: from when a request's answer is due until the request is through; a pause delays all that are due in it.",
                    "Mean is the length of the loop by its requests: the rate is fixed, so it is the same for all that keep up.",
                ])
            {
                FigureNames = ["Total pause", "Collections", "p50 latency", "p99.9 latency", "Worst latency"],
                RunsOnce = true,
            },
            [0]),
    ];
}
