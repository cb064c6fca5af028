using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using AsyncBenchmarks.Bodies;
using AsyncBenchmarks.Libraries;

namespace AsyncBenchmarks.Scenarios;

/// <summary>All scenarios, under names that never change.</summary>
internal static class Tables
{
    private const string Round =
        "A round is three operations: without a result, with a struct of four floats, with an object. One benchmark is N rounds.";

    private const string SurvivedOfRounds = "Survived: what a benchmark leaves behind when one round has been done before.";

    /// <summary>In the order of the tables.</summary>
    public static IReadOnlyList<ScenarioTable> All { get; } =
    [
        new(
            new Scenario(
                "AsyncAwait",
                "Seven nested async methods over four base operations, complete from the start or completed from outside.",
                ["Pending"],
                ["Callback: Action and Func pairs, a reference for the cost of the work alone; nobody can await them."])
            {
                IsQuick = true,
            },
            Of([false, true], (row, pending) => row.AsyncAwait(pending))),
        new(
            new Scenario(
                "ContinueWith",
                "The same graph with the library's continuation methods in place of await.",
                ["Pending"],
                ["Callback: Action and Func pairs, the same as in AsyncAwait: a reference, not a continuation API."])
            {
                IsQuick = true,
            },
            Of([false, true], (row, pending) => row.ContinueWith(pending))),
        new(
            new Scenario(
                "Yield",
                "An async method that awaits Task.Yield() twice, 1,000 in a row, cost per operation.",
                ["Category"],
                [
                    "Category: the framework's type that the library's own type can take the place of.",
                    "The loop that awaits the operations is an async method of the same type.",
                ])
            {
                IsQuick = true,
                UsesThreads = true,
            },
            Of(
                [YieldCategory.Task, YieldCategory.TaskT, YieldCategory.ValueTask, YieldCategory.ValueTaskT],
                (row, category) => row.StandsFor.Contains(category) ? row.Yield(category) : null,
                category => category.Name())),
        new(
            new Scenario(
                "WhenAll",
                "Pending operations with a result are made, awaited all at once by one async method, and completed one by one.",
                ["Inputs"],
                ["PooledAwait and ProtoPromise write the results into an array that is there; the others make one each time."]),
            Of([10, 1_000], (row, inputs) => row.WhenAll(inputs))),
        new(
            new Scenario(
                "WhenAny",
                "Pending operations with a result are made, the first of them is awaited by one async method; the last made completes "
                + "first, then the others.",
                ["Inputs"],
                ["Every operation is completed, the losers after the winner: what a library does with them is part of it."]),
            Of([2, 10], (row, inputs) => row.WhenAny(inputs))),
        new(
            new Scenario(
                "WaitAsync",
                "A pending operation with a result is awaited with a limit, an hour or a cancellation that doesn't come, and completes.",
                ["Limit"],
                []),
            Of([WaitLimit.Timeout, WaitLimit.Cancellation], (row, limit) => row.WaitAsync(limit))),
        Limited(
            "Deadline",
            WaitLimit.Timeout,
            "So many operations are pending, each with a time of an hour and an async method; then all complete; per operation."),
        Limited(
            "Registration",
            WaitLimit.Cancellation,
            "So many operations are pending, all with one token, each with an async method; then all complete; per operation."),
        new(
            new Scenario(
                "Coordination",
                "Async methods wait on a lock, a semaphore or an event, again and again, until another lets them go on; per wait.",
                ["Type"],
                [
                    "The number is that of the methods. They go on one at a time, each behind all the others; those of ManualResetEvent "
                    + "and CountdownEvent all together. Lock-0 is a free lock.",
                    "The lock of Task is SemaphoreSlim, and it has nothing else. Half of the methods of ReaderWriterLock read.",
                ]),
            Of<CoordinationWork>(
                [
                    new(CoordinationType.Lock, 0),
                    new(CoordinationType.Lock, 2),
                    new(CoordinationType.Lock, 100),
                    new(CoordinationType.Semaphore, 100),
                    new(CoordinationType.AutoResetEvent, 100),
                    new(CoordinationType.ManualResetEvent, 100),
                    new(CoordinationType.CountdownEvent, 100),
                    new(CoordinationType.ReaderWriterLock, 100),
                    new(CoordinationType.ConditionVariable, 100),
                ],
                (row, work) => row.Coordination(work))),
        new(
            new Scenario(
                "Channel",
                "Async methods write numbers into a channel, and others read them; per number.",
                ["Shape"],
                ["Shape: how many write, how many read, how many numbers the channel holds. Task has System.Threading.Channels."])
            {
                UsesThreads = true,
            },
            Of<ChannelShape>(
                [
                    .. from methods in new[] { (Writers: 1, Readers: 1), (Writers: 1, Readers: 8), (Writers: 8, Readers: 8) }
                       from capacity in new[] { 1, 128, 0 }
                       select new ChannelShape(methods.Writers, methods.Readers, capacity),
                ],
                (row, shape) => row.Channel(shape))),
        Rounds(RoundsKind.AsyncPending, "Async methods that all await one pending gate, which then opens."),
        Rounds(RoundsKind.AsyncResolved, "Async methods that await nothing."),
        Rounds(
            RoundsKind.AwaitPending,
            "One async method awaits pending operations one after the other; they are completed in order."),
        Rounds(RoundsKind.AwaitResolved, "One async method awaits operations that are complete."),
        Rounds(
            RoundsKind.ContinueWithFromValue,
            "A chain of continuations that return plain values, on a pending root; then the root completes."),
        Rounds(RoundsKind.ContinueWithResolved, "The same, each continuation returning an operation that is complete."),
        Rounds(
            RoundsKind.ContinueWithPending,
            "The same, each returning a pending operation; then the root completes, then all of them in order."),
        Operations(
            OperationsKind.Contended,
            [2, 4],
            "Threads start operations and complete those that their neighbour has started, at the same time; per operation, "
            + "all threads together.",
            "Threads",
            "What is rented by one thread is given back by another: 8 steps of 500 operations per thread, the threads meet after each."),
        Operations(
            OperationsKind.Deep,
            [1, 100, 10_000, 100_000],
            "A chain of async methods, each awaiting what the one before returned, on a pending operation that then completes; per link.",
            "Links",
            "The chain is built in a loop: only completing it can need a deep stack."),
        Operations(
            OperationsKind.Cancel,
            [1, 10],
            "A pending operation is canceled below async methods; the last of them catches it.",
            "Methods"),
        Operations(
            OperationsKind.Throw,
            [1, 10],
            "A pending operation fails below async methods; the last of them catches the exception.",
            "Methods"),
        new(
            new Scenario(
                nameof(OperationsKind.Flow),
                "An operation is started under one value of an AsyncLocal and completed under another, 100 at a time; per operation.",
                ["Value"],
                ["Flows: whether the method sees, after its await, the value it was started with."]),
            Of(
                [LocalValue.None, LocalValue.Same, LocalValue.Changing],
                (row, value) => row.Operations(new OperationsWork(OperationsKind.Flow, (int)value)))),
        Operations(
            OperationsKind.InFlight,
            [1, 100, 10_000, 100_000, 1_000_000],
            "So many operations are in flight at once, each below two nested async methods; then all complete, in the same order; per "
            + "operation.",
            "Operations"),
        new(
            new Scenario(
                nameof(OperationsKind.ColdStart),
                "The first 1,000,000 operations of a process, each below three nested async methods, one after the other.",
                [],
                ["To the nth: from the start of the process's first operation to the end of the nth, compilation included."])
            {
                RunsOnce = true,
            },
            [new ScenarioSize([], row => row.Operations(new OperationsWork(OperationsKind.ColdStart, 0)))]),
        new(
            new Scenario(
                nameof(OperationsKind.Burst),
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
            Of([100_000], (row, operations) => row.Operations(new OperationsWork(OperationsKind.Burst, operations)))),
        new(
            new Scenario(
                nameof(OperationsKind.GcPauses),
                "A server's loop for ten seconds: 50,000 requests a second, each through three async methods, 500 in flight, beside a live "
                + "heap of 8,000,000 objects, 1 GB.",
                [],
                [
                    "Latency: from when a request's answer is due until the request is through; a pause delays all that are due in it.",
                    "Mean is the length of the loop by its requests: the rate is fixed, so it is the same for all that keep up.",
                ])
            {
                RunsOnce = true,
            },
            [new ScenarioSize([], row => row.Operations(new OperationsWork(OperationsKind.GcPauses, 0)))]),
        new(
            new Scenario(
                "Redis",
                "A pipelined client of a real redis-server, each command with a timeout and a token, shared by callers; per command.",
                ["Callers"],
                [
                    "All clients share the codec and the connection; only what a command waits on differs. No caller's code runs in the "
                    + "loop that receives.",
                    "ValueTask is a source of ManualResetValueTaskSourceCore that is pooled with hand-written code, with a timer each; "
                    + "ValueTask-Pooling is the same source, awaited by a method with .NET's pooling builder.",
                    "Latency: from the call until the caller has its answer.",
                ])
            {
                UsesThreads = true,
            },
            Of([1, 64, 512], (row, callers) => row.Redis(callers))),
        new(
            new Scenario(
                "PostgreSql",
                "Callers of a real PostgreSQL server through Npgsql, each with a connection of its own; per command.",
                ["Command", "Callers"],
                [
                    "Prepared: a prepared command, a reader and its row, on a connection that is held. Open: a connection is opened from "
                    + "the pool, with a command and a reader. The server waits 0.5 ms, so that both suspend. Copy: 100 rows are imported, "
                    + "and 100 exported. Cancel: a command that would run for a minute is canceled by its token.",
                    "Processor time: of the client's process, per command. Latency: from the call until the caller has its answer.",
                ])
            {
                UsesThreads = true,
            },
            [
                .. PostgreSqlWork.All.Select(static work => new ScenarioSize(
                    [work.Command.ToString(), work.Callers.ToString(CultureInfo.InvariantCulture)], row => row.PostgreSql(work))),
            ]),
    ];

    private static ScenarioTable Rounds(RoundsKind kind, string description) => new(
        new Scenario(kind.ToString(), description, ["N"], [Round, SurvivedOfRounds]),
        Of([100, 10_000], (row, rounds) => row.Rounds(new RoundsWork(kind, rounds))));

    private static ScenarioTable Limited(string name, WaitLimit limit, string description) => new(
        new Scenario(
            name, description, ["Pending"], ["PooledAwait's sources have the limit themselves; Task and ProtoPromise have WaitAsync."]),
        Of([1, 100, 10_000, 100_000], (row, pending) => row.Limited(limit, pending)));

    private static ScenarioTable Operations(
        OperationsKind kind, int[] sizes, string description, string parameter, params string[] notes) => new(
        new Scenario(kind.ToString(), description, [parameter], notes) { UsesThreads = kind == OperationsKind.Contended },
        Of(sizes, (row, size) => row.Operations(new OperationsWork(kind, size))));

    private static ScenarioSize[] Of<T>(T[] sizes, Func<Row, T, Availability?> ask, Func<T, string>? name = null) =>
    [
        .. sizes.Select(size => new ScenarioSize(
            [name?.Invoke(size) ?? Convert.ToString(size, CultureInfo.InvariantCulture)!], row => ask(row, size))),
    ];
}
