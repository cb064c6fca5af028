namespace AsyncBenchmarks.Scenarios;

/// <summary>Waits on a lock, a semaphore or an event.</summary>
internal static class CoordinationTables
{
    public static ScenarioTable Coordination { get; } = new(
        new Scenario(
            "Coordination",
            "Async methods wait on a lock, a semaphore or an event, again and again, until another lets them go on; per wait.",
            ["Type"],
            [
                "The number is that of the methods. They go on one at a time, each behind all the others; those of ManualResetEvent "
                + "and CountdownEvent all together. Lock-0 is a free lock.",
                "The lock of Task is SemaphoreSlim, and it has nothing else. Half of the methods of ReaderWriterLock read.",
            ]),
        ScenarioSize.Of<CoordinationWork>(
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
            (row, work) => row.Coordination(work)));
}
