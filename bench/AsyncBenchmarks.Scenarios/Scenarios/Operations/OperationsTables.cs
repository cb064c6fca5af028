namespace AsyncBenchmarks.Scenarios;

internal static class OperationsTables
{
    public static ScenarioTable[] All { get; } =
    [
        new(
            new Scenario(
                "Contended",
                "Threads start operations and complete those that their neighbour has started, at the same time; per operation, "
                + "all threads together.",
                ["Threads"],
                [
                    "What is rented by one thread is given back by another: 8 steps of 500 operations per thread, the threads meet after "
                    + "each.",
                ])
            {
                UsesThreads = true,
            },
            ScenarioSize.Of([2, 4], (row, threads) => row.Operations(new ContendedWork(threads)))),
        new(
            new Scenario(
                "CrossThread",
                "One thread starts operations, and another completes them at the same time; per operation.",
                [],
                [
                    "16 steps of 500 operations; both threads meet after each.",
                    "Core distance: the time in which a write of the one thread is seen by the other.",
                ])
            {
                UsesThreads = true,
            },
            [new ScenarioSize([], row => row.Operations(new CrossThreadWork()))]),
        Of(
            "Deep",
            [1, 100, 10_000, 100_000],
            links => new DeepWork(links),
            "A chain of async methods, each awaiting what the one before returned, on a pending operation that then completes; per link.",
            "Links",
            "The chain is built in a loop: only completing it can need a deep stack."),
        Of(
            "Cancel",
            [1, 10],
            methods => new UnhappyWork(methods, Canceled: true),
            "A pending operation is canceled below async methods; the last of them catches it.",
            "Methods"),
        Of(
            "Throw",
            [1, 10],
            methods => new UnhappyWork(methods, Canceled: false),
            "A pending operation fails below async methods; the last of them catches the exception.",
            "Methods"),
        new(
            new Scenario(
                "Flow",
                "An operation is started under one value of an AsyncLocal and completed under another, 100 at a time; per operation.",
                ["Value"],
                ["Flows: whether the method sees, after its await, the value it was started with."]),
            ScenarioSize.Of(
                [LocalValue.None, LocalValue.Same, LocalValue.Changing],
                (row, value) => row.Operations(new FlowWork(value)))),
        Of(
            "InFlight",
            [1, 100, 10_000, 100_000, 1_000_000],
            operations => new InFlightWork(operations),
            "Operations are started, each awaited by two nested async methods; when all are in flight they complete, in the same order; "
            + "per operation.",
            "Operations"),
        new(
            new Scenario(
                "ColdStart",
                "The first 1,000,000 operations of a process, each below three nested async methods, one after the other.",
                [],
                ["To the nth: from the start of the process's first operation to the end of the nth, compilation included."])
            {
                RunsOnce = true,
            },
            [new ScenarioSize([], row => row.Operations(new ColdStartWork()))]),
        new(
            new Scenario(
                "Burst",
                "Very many operations are in flight at once, and complete; then it is quiet, with a collection every second.",
                ["Operations"],
                [
                    "Held: bytes in use after collections, more than before the burst: at once, and after ten seconds.",
                    "Held by the ValueTask rows, PooledAwait-Attribute and PooledAwait-1.0.49 is, in part, the suite's own: sources, and "
                    + "objects that take results.",
                ])
            {
                RunsOnce = true,
            },
            ScenarioSize.Of([100_000], (row, operations) => row.Operations(new BurstWork(operations)))),
        new(
            new Scenario(
                "GcPauses",
                "A server's loop for ten seconds: 50,000 requests a second, each through three async methods, 500 in flight, beside a live "
                + "heap of 8,000,000 objects, 1 GB.",
                [],
                [
                    "Latency: from when a request's answer is due until the request is through; a pause delays all that are due in it.",
                    "Time is the length of the loop divided by its requests: the rate is fixed, so it is the same for all that keep up.",
                ])
            {
                RunsOnce = true,
            },
            [new ScenarioSize([], row => row.Operations(new ServerWork()))]),
    ];

    private static ScenarioTable Of(
        string name, int[] sizes, Func<int, OperationsWork> work, string description, string parameter, params string[] notes) =>
        new(new Scenario(name, description, [parameter], notes), ScenarioSize.Of(sizes, (row, size) => row.Operations(work(size))));
}

internal abstract record OperationsWork
{
    public abstract Availability With<TBody, TSource, TTask>()
        where TBody : struct, IOperations<TSource, TTask>;
}
