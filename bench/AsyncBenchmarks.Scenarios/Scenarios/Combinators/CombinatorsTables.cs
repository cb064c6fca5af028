namespace AsyncBenchmarks.Scenarios;

/// <summary>Combinators and limits.</summary>
internal static class CombinatorsTables
{
    public static ScenarioTable WhenAll { get; } = new(
        new Scenario(
            "WhenAll",
            "Pending operations with a result are made, awaited all at once by one async method, and completed one by one.",
            ["Inputs"],
            ["PooledAwait and ProtoPromise write the results into an array that is there; the others make one each time."]),
        ScenarioSize.Of([10, 1_000], (row, inputs) => row.WhenAll(inputs)));

    public static ScenarioTable WhenAny { get; } = new(
        new Scenario(
            "WhenAny",
            "Pending operations with a result are made, the first of them is awaited by one async method; the last made completes "
            + "first, then the others.",
            ["Inputs"],
            ["Every operation is completed, the losers after the winner: what a library does with them is part of it."]),
        ScenarioSize.Of([2, 10], (row, inputs) => row.WhenAny(inputs)));

    public static ScenarioTable WaitAsync { get; } = new(
        new Scenario(
            "WaitAsync",
            "A pending operation with a result is awaited with a limit, an hour or a cancellation that doesn't come, and completes.",
            ["Limit"],
            []),
        ScenarioSize.Of([WaitLimit.Timeout, WaitLimit.Cancellation], (row, limit) => row.WaitAsync(limit)));
}
