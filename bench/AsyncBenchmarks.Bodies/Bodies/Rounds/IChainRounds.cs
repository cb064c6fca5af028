namespace AsyncBenchmarks.Bodies;

/// <summary>
/// Continuations of one library, in a chain on a pending root with an object: in each round, one takes an object and returns
/// nothing, one returns a struct, one takes it and returns an object. Each counts in <see cref="RoundTally"/> what it gets.
/// The chain's end is discarded by the library's own means.
/// </summary>
/// <inheritdoc cref="IRoundSources{TVoid, TVector, TObject}"/>
internal interface IChainRounds<TVoid, TVector, TObject> : IRoundSources<TVoid, TVector, TObject>
{
    /// <summary>Where the continuations of <see cref="ChainPending"/> take their operations from; static, as they are.</summary>
    RoundSources<TVoid, TVector, TObject> Sources { get; }

    /// <summary>The continuations return plain values.</summary>
    void ChainFromValue(TObject root, int rounds);

    /// <summary>The continuations return operations that are complete.</summary>
    void ChainResolved(TObject root, int rounds);

    /// <summary>The continuations return pending operations, the next of <see cref="Sources"/>.</summary>
    void ChainPending(TObject root, int rounds);
}
