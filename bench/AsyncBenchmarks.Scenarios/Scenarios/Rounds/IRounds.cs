namespace AsyncBenchmarks.Scenarios;

/// <summary>How a library's operations without a result are made and completed from outside.</summary>
internal interface IVoidSources<TVoid>
{
    TVoid CreateVoid();

    void Complete(TVoid source);
}

/// <summary>How a library's operations are made and completed from outside.</summary>
/// <typeparam name="TVoid">The source of an operation without a result.</typeparam>
/// <typeparam name="TVector">The source of one with a struct.</typeparam>
/// <typeparam name="TObject">The source of one with an object.</typeparam>
internal interface IRoundSources<TVoid, TVector, TObject> : IVoidSources<TVoid>
{
    TVector CreateVector();

    TObject CreateObject();

    void Complete(TVector source, Vector4 value);

    void Complete(TObject source, object value);
}

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

/// <summary>
/// Continuations of one library, in a chain on a pending root with an object: in each round, one takes an object and returns
/// nothing, one returns a struct, one takes it and returns an object. Each counts in <see cref="RoundTally"/> what it gets.
/// </summary>
/// <typeparam name="TVoid">The source of an operation without a result.</typeparam>
/// <typeparam name="TVector">The source of one with a struct.</typeparam>
/// <typeparam name="TObject">The source of one with an object.</typeparam>
/// <typeparam name="TTask">The task to which continuations are added.</typeparam>
internal interface IChainSteps<TVoid, TVector, TObject, TTask> : IRoundSources<TVoid, TVector, TObject>
{
    /// <summary>Where the continuations of <see cref="Pending"/> take their operations from; static, as they are.</summary>
    RoundSources<TVoid, TVector, TObject> Sources { get; }

    /// <summary>The task that the first continuation is added to.</summary>
    TTask TaskOf(TObject root);

    /// <summary>Discards the chain's end by the library's own means.</summary>
    void Forget(TTask last);

    /// <summary>A round; the continuations return plain values.</summary>
    TTask FromValue(TTask last);

    /// <summary>A round; the continuations return operations that are complete.</summary>
    TTask Resolved(TTask last);

    /// <summary>A round; the continuations return pending operations, the next of <see cref="Sources"/>.</summary>
    TTask Pending(TTask last);
}
