namespace AsyncBenchmarks.Scenarios;

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

internal enum CoordinationType
{
    /// <summary>One method is inside at a time.</summary>
    Lock,

    /// <summary>One permit, which is passed on.</summary>
    Semaphore,

    /// <summary>One signal, which is passed on.</summary>
    AutoResetEvent,

    /// <summary>The last method to arrive sets it, and all of them continue.</summary>
    ManualResetEvent,

    /// <summary>All methods signal it, and the last signal lets all of them continue.</summary>
    CountdownEvent,

    /// <summary>Every second method reads, the others write.</summary>
    ReaderWriterLock,

    /// <summary>A method notifies the next one, both under the lock.</summary>
    ConditionVariable,
}

/// <param name="Methods">How many async methods wait in line; 0 if none has to.</param>
internal readonly record struct CoordinationWork(CoordinationType Type, int Methods)
{
    /// <summary>The name in the table's Type column, Lock-100.</summary>
    public override string ToString() => FormattableString.Invariant($"{Type}-{Methods}");
}

/// <summary>A channel and the async methods that use it.</summary>
/// <param name="Capacity">How many items it holds; 0 for any number.</param>
internal readonly record struct ChannelShape(int Writers, int Readers, int Capacity)
{
    /// <summary>The name in the table's Shape column, 8to8-128 or 1to1-unbounded.</summary>
    public override string ToString() =>
        FormattableString.Invariant($"{Writers}to{Readers}-") + (Capacity == 0 ? "unbounded" : FormattableString.Invariant($"{Capacity}"));
}
