namespace AsyncBenchmarks.Bodies;

/// <summary>Async methods of one library that await its operations.</summary>
/// <inheritdoc cref="IRoundSources{TVoid, TVector, TObject}"/>
internal interface IAwaitRounds<TVoid, TVector, TObject> : IAsyncRounds, IRoundSources<TVoid, TVector, TObject>
{
    /// <summary>
    /// Starts one async method that awaits, and counts in <see cref="RoundTally"/>, three operations for each round, one
    /// after the other, from <see cref="RoundSources{TVoid, TVector, TObject}"/>; discards it by the library's own means.
    /// </summary>
    void AwaitPending(RoundSources<TVoid, TVector, TObject> sources, int first, int rounds);

    /// <summary>The same with operations that are complete.</summary>
    void AwaitResolved(int rounds);
}
