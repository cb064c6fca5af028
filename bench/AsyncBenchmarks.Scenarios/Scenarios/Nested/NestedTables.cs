namespace AsyncBenchmarks.Scenarios;

/// <summary>Seven nested methods.</summary>
internal static class NestedTables
{
    public static ScenarioTable AsyncAwait { get; } = new(
        new Scenario(
            "AsyncAwait",
            "Seven nested async methods over four base operations, complete from the start or completed from outside.",
            ["Pending"],
            ["Callback: Action and Func pairs, a reference for the cost of the work alone; nobody can await them."])
        {
            IsQuick = true,
        },
        ScenarioSize.Of([false, true], (row, pending) => row.AsyncAwait(pending)));

    public static ScenarioTable ContinueWith { get; } = new(
        new Scenario(
            "ContinueWith",
            "The same graph with the library's continuation methods in place of await.",
            ["Pending"],
            ["Callback: Action and Func pairs, the same as in AsyncAwait: a reference, not a continuation API."])
        {
            IsQuick = true,
        },
        ScenarioSize.Of([false, true], (row, pending) => row.ContinueWith(pending)));
}
