namespace AsyncBenchmarks.Scenarios;

/// <summary>Rounds of three operations.</summary>
internal static class RoundsTables
{
    private const string Round =
        "A round is three operations: without a result, with a struct of four floats, with an object. One benchmark is N rounds.";

    private const string SurvivedOfRounds = "Survived: what a benchmark leaves behind when one round has been done before.";

    public static ScenarioTable AsyncPending { get; } = Of(
        RoundsKind.AsyncPending, "Async methods that all await one pending gate, which then opens.");

    public static ScenarioTable AsyncResolved { get; } = Of(
        RoundsKind.AsyncResolved, "Async methods that await nothing.");

    public static ScenarioTable AwaitPending { get; } = Of(
        RoundsKind.AwaitPending,
        "One async method awaits pending operations one after the other; they are completed in order.");

    public static ScenarioTable AwaitResolved { get; } = Of(
        RoundsKind.AwaitResolved, "One async method awaits operations that are complete.");

    public static ScenarioTable ContinueWithFromValue { get; } = Of(
        RoundsKind.ContinueWithFromValue,
        "A chain of continuations that return plain values, on a pending root; then the root completes.");

    public static ScenarioTable ContinueWithResolved { get; } = Of(
        RoundsKind.ContinueWithResolved, "The same, each continuation returning an operation that is complete.");

    public static ScenarioTable ContinueWithPending { get; } = Of(
        RoundsKind.ContinueWithPending,
        "The same, each returning a pending operation; then the root completes, then all of them in order.");

    private static ScenarioTable Of(RoundsKind kind, string description) => new(
        new Scenario(kind.ToString(), description, ["N"], [Round, SurvivedOfRounds]),
        ScenarioSize.Of([100, 10_000], (row, rounds) => row.Rounds(new RoundsWork(kind, rounds))));
}
