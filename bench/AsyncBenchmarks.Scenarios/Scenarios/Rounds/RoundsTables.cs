namespace AsyncBenchmarks.Scenarios;

internal static class RoundsTables
{
    private const string Round =
        "A round is three operations: without a result, with a struct of four floats, with an object. One benchmark is N rounds.";

    private const string SurvivedOfRounds = "Survived: what a benchmark leaves behind when one round has been done before.";

    public static ScenarioTable[] All { get; } =
    [
        Of(RoundsKind.AsyncPending, "Async methods that all await one pending gate, which then opens."),
        Of(RoundsKind.AsyncResolved, "Async methods that await nothing."),
        Of(
            RoundsKind.AwaitPending,
            "One async method awaits pending operations one after the other; they are completed in order."),
        Of(RoundsKind.AwaitResolved, "One async method awaits operations that are complete."),
        Of(
            RoundsKind.ContinueWithFromValue,
            "A chain of continuations that return plain values, on a pending root; then the root completes."),
        Of(RoundsKind.ContinueWithResolved, "The same, each continuation returning an operation that is complete."),
        Of(
            RoundsKind.ContinueWithPending,
            "The same, each returning a pending operation; then the root completes, then all of them in order."),
    ];

    private static ScenarioTable Of(RoundsKind kind, string description) => new(
        new Scenario(kind.ToString(), description, ["N"], [Round, SurvivedOfRounds]),
        ScenarioSize.Of([100, 10_000], (row, rounds) => row.Rounds(new RoundsWork(kind, rounds))));
}

/// <summary>
/// The scenarios in rounds of three operations: one without a result, one with a struct, one with an object. See <see cref="Tables"/>.
/// </summary>
internal enum RoundsKind
{
    AsyncPending,
    AsyncResolved,
    AwaitPending,
    AwaitResolved,
    ContinueWithFromValue,
    ContinueWithResolved,
    ContinueWithPending,
}

internal sealed record RoundsWork(RoundsKind Kind, int Rounds)
{
    /// <summary>Whether it needs continuation methods; otherwise it needs async methods.</summary>
    public bool IsChain => Kind >= RoundsKind.ContinueWithFromValue;

    /// <summary>The work of a library with async methods, for the benchmarks that need them.</summary>
    public Availability WithAwait<TBody, TVoid, TVector, TObject>()
        where TBody : struct, IAwaitRounds<TVoid, TVector, TObject>
    {
        int rounds = Rounds;
        return Kind switch
        {
            RoundsKind.AsyncPending => Availability.Of(() => new AsyncPendingWorkload<TBody>(rounds)),
            RoundsKind.AsyncResolved => Availability.Of(() => new AsyncResolvedWorkload<TBody>(rounds)),
            RoundsKind.AwaitPending => Availability.Of(() => new AwaitPendingWorkload<TBody, TVoid, TVector, TObject>(rounds)),
            RoundsKind.AwaitResolved => Availability.Of(() => new AwaitResolvedWorkload<TBody, TVoid, TVector, TObject>(rounds)),
            _ => throw new InvalidOperationException(Kind + " needs continuation methods."),
        };
    }

    /// <summary>The work of a library with async methods and no continuation methods.</summary>
    /// <param name="noChain">Why it has none.</param>
    public Availability WithAwaitOnly<TBody, TVoid, TVector, TObject>(string noChain)
        where TBody : struct, IAwaitRounds<TVoid, TVector, TObject> =>
        IsChain ? Availability.No(noChain) : WithAwait<TBody, TVoid, TVector, TObject>();

    /// <summary>The work of a library with continuation methods, for the benchmarks that need them.</summary>
    public Availability WithChain<TBody, TVoid, TVector, TObject, TTask>()
        where TBody : struct, IChainSteps<TVoid, TVector, TObject, TTask>
    {
        (RoundsKind kind, int rounds) = (Kind, Rounds);
        return Availability.Of(() => new ChainWorkload<TBody, TVoid, TVector, TObject, TTask>(kind, rounds));
    }
}
