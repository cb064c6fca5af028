namespace AsyncBenchmarks.Scenarios;

/// <summary>How a library's operations without a result are made and completed from outside.</summary>
internal interface IVoidSources<TVoid>
{
    TVoid CreateVoid();

    void Complete(TVoid source);
}

/// <summary>How a library's operations are made and completed from outside.</summary>
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

/// <summary>
/// An awaitable of the suite's own that many methods await together, the same for every library. It keeps continuations in a list made
/// large enough beforehand, and calls them in order. For one thread.
/// </summary>
internal sealed class Gate(int capacity)
{
    private readonly Action?[] _waiting = new Action?[capacity];
    private int _count;
    private bool _isOpen;

    /// <summary>The gate that methods started now wait for.</summary>
    public static Gate Current { get; set; } = new(0);

    public Awaiter GetAwaiter() => new(this);

    /// <summary>Lets all go on that wait.</summary>
    public void Open()
    {
        _isOpen = true;
        for (int index = 0; index < _count; index++)
        {
            ref Action? slot = ref _waiting[index];
            Action waiting = slot!;
            slot = null;
            waiting();
        }

        _count = 0;
    }

    /// <summary>Makes it as new.</summary>
    public void Close() => _isOpen = false;

    public readonly struct Awaiter(Gate gate) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => gate._isOpen;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation) => gate._waiting[gate._count++] = continuation;
    }
}

/// <summary>The operations of rounds, made beforehand. For one thread at a time.</summary>
internal sealed class RoundSources<TVoid, TVector, TObject>
{
    private int _nextVoid;
    private int _nextVector;
    private int _nextObject;

    public TVoid[] Voids { get; private set; } = [];
    public TVector[] Vectors { get; private set; } = [];
    public TObject[] Objects { get; private set; } = [];

    public void Reserve(int rounds)
    {
        Voids = new TVoid[rounds];
        Vectors = new TVector[rounds];
        Objects = new TObject[rounds];
    }

    /// <summary>Makes pending operations for so many rounds.</summary>
    public void Fill<TBody>(int rounds)
        where TBody : struct, IRoundSources<TVoid, TVector, TObject>
    {
        _nextVoid = _nextVector = _nextObject = 0;
        for (int index = 0; index < rounds; index++)
        {
            Voids[index] = default(TBody).CreateVoid();
            Vectors[index] = default(TBody).CreateVector();
            Objects[index] = default(TBody).CreateObject();
        }
    }

    /// <summary>Completes the operations of some rounds, in order.</summary>
    public void Complete<TBody>(int first, int rounds)
        where TBody : struct, IRoundSources<TVoid, TVector, TObject>
    {
        for (int index = first; index < first + rounds; index++)
        {
            default(TBody).Complete(Voids[index]);
            default(TBody).Complete(Vectors[index], RoundTally.Vector);
            default(TBody).Complete(Objects[index], RoundTally.Object);
        }
    }

    public void Clear()
    {
        Array.Clear(Voids, 0, Voids.Length);
        Array.Clear(Vectors, 0, Vectors.Length);
        Array.Clear(Objects, 0, Objects.Length);
    }

    public TVoid NextVoid() => Voids[_nextVoid++];
    public TVector NextVector() => Vectors[_nextVector++];
    public TObject NextObject() => Objects[_nextObject++];
}
