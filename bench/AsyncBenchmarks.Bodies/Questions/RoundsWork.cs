using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Scenarios;

/// <summary>The question for one of the seven benchmarks in rounds. A library answers with its body.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Rounds">How many rounds.</param>
internal sealed record RoundsWork(RoundsKind Kind, int Rounds)
{
    /// <summary>Whether it needs continuation methods; otherwise it needs async methods.</summary>
    public bool IsChain => Kind >= RoundsKind.ContinueWithFromValue;

    /// <summary>The answer of a library with async methods, for the benchmarks that need them.</summary>
    public Offer WithAwait<TBody, TVoid, TVector, TObject>()
        where TBody : struct, IAwaitRounds<TVoid, TVector, TObject>
    {
        int rounds = Rounds;
        return Kind switch
        {
            RoundsKind.AsyncPending => Offer.Of(() => new AsyncPendingWorkload<TBody>(rounds)),
            RoundsKind.AsyncResolved => Offer.Of(() => new AsyncResolvedWorkload<TBody>(rounds)),
            RoundsKind.AwaitPending => Offer.Of(() => new AwaitPendingWorkload<TBody, TVoid, TVector, TObject>(rounds)),
            RoundsKind.AwaitResolved => Offer.Of(() => new AwaitResolvedWorkload<TBody, TVoid, TVector, TObject>(rounds)),
            _ => throw new System.InvalidOperationException(Kind + " needs continuation methods."),
        };
    }

    /// <summary>The answer of a library with continuation methods, for the benchmarks that need them.</summary>
    public Offer WithChain<TBody, TVoid, TVector, TObject>()
        where TBody : struct, IChainRounds<TVoid, TVector, TObject>
    {
        (RoundsKind kind, int rounds) = (Kind, Rounds);
        return Offer.Of(() => new ChainWorkload<TBody, TVoid, TVector, TObject>(kind, rounds));
    }
}
