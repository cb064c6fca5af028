namespace AsyncBenchmarks.Scenarios;

/// <summary>Very many operations with a limit.</summary>
internal static class LimitsTables
{
    public static ScenarioTable Deadline { get; } = Of(
        "Deadline",
        WaitLimit.Timeout,
        "So many operations are pending, each with a time of an hour and an async method; then all complete; per operation.");

    public static ScenarioTable Registration { get; } = Of(
        "Registration",
        WaitLimit.Cancellation,
        "So many operations are pending, all with one token, each with an async method; then all complete; per operation.");

    private static ScenarioTable Of(string name, WaitLimit limit, string description) => new(
        new Scenario(
            name, description, ["Pending"], ["PooledAwait's sources have the limit themselves; Task and ProtoPromise have WaitAsync."]),
        ScenarioSize.Of([1, 100, 10_000, 100_000], (row, pending) => row.Limited(limit, pending)));
}
