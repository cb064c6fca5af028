namespace AsyncBenchmarks.Bodies;

/// <summary>Async methods of one library. Implemented by structs, so that the calls cost nothing.</summary>
internal interface IAsyncRounds
{
    /// <summary>
    /// Starts one round: three async methods that await <see cref="Gate.Current"/>, count themselves in
    /// <see cref="RoundTally"/> and return nothing, the struct and the object; discards each by the library's own means.
    /// </summary>
    void StartPending();

    /// <summary>The same with methods that await nothing.</summary>
    void StartResolved();
}
