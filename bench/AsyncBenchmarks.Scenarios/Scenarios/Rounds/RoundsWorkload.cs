namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// N rounds of three operations are one benchmark. One run does it several times where N is small: a run of microseconds
/// can't be timed by itself, and what it needs is made before.
/// </summary>
internal abstract class RoundsWorkload(int rounds) : Workload
{
    protected const int OperationsPerRound = 3;

    // Enough for milliseconds; few enough that the operations in flight fit into any library's pool.
    private static readonly int s_roundsPerRun = Haste.IsStepped ? 500 : 5_000;

    public sealed override int OperationsPerRun => Math.Max(1, s_roundsPerRun / Rounds);

    public override bool NeedsPreparation => true;

    public sealed override int SizeAlone => Rounds;

    /// <summary>N.</summary>
    protected int Rounds { get; } = rounds;

    /// <summary>The most rounds that are ever prepared.</summary>
    protected int Capacity => Rounds * OperationsPerRun;

    public override void Setup()
    {
        RoundTally.Reset();
        Reserve();
    }

    public sealed override void Prepare() => Prepare(OperationsPerRun, Rounds);

    public sealed override void Run() => Run(OperationsPerRun, Rounds);

    public sealed override void RunAlone(int size)
    {
        Prepare(1, size);
        Run(1, size);
        Clear();
    }

    protected virtual void Reserve()
    {
    }

    protected virtual void Prepare(int times, int rounds)
    {
    }

    /// <summary>Does one benchmark, all of it but the count.</summary>
    /// <param name="time">Which of those that were prepared.</param>
    protected abstract void RunOne(int time, int rounds);

    protected virtual void Clear()
    {
    }

    private void Run(int times, int rounds)
    {
        for (int time = 0; time < times; time++)
        {
            RunOne(time, rounds);
            RoundTally.Demand(rounds * OperationsPerRound);
        }
    }
}

/// <summary>Calls async methods that all await one pending gate; then opens it.</summary>
internal sealed class AsyncPendingWorkload<TBody>(int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IAsyncRounds
{
    private Gate[] _gates = [];

    protected override void Reserve()
    {
        _gates = new Gate[OperationsPerRun];
        for (int index = 0; index < _gates.Length; index++)
        {
            _gates[index] = new Gate(Rounds * OperationsPerRound);
        }
    }

    protected override void Prepare(int times, int rounds)
    {
        for (int time = 0; time < times; time++)
        {
            _gates[time].Close();
        }
    }

    protected override void RunOne(int time, int rounds)
    {
        Gate gate = _gates[time];
        Gate.Current = gate;
        for (int round = 0; round < rounds; round++)
        {
            default(TBody).StartPending();
        }

        gate.Open();
    }
}

/// <summary>Calls async methods that await nothing.</summary>
internal sealed class AsyncResolvedWorkload<TBody>(int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IAsyncRounds
{
    public override bool NeedsPreparation => false;

    protected override void RunOne(int time, int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            default(TBody).StartResolved();
        }
    }
}

/// <summary>One async method awaits pending operations one after the other; after it has begun they are completed in order.</summary>
internal sealed class AwaitPendingWorkload<TBody, TVoid, TVector, TObject>(int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IAwaitRounds<TVoid, TVector, TObject>
{
    private readonly RoundSources<TVoid, TVector, TObject> _sources = new();

    protected override void Reserve() => _sources.Reserve(Capacity);

    protected override void Prepare(int times, int rounds) => _sources.Fill<TBody>(times * rounds);

    protected override void RunOne(int time, int rounds)
    {
        default(TBody).AwaitPending(_sources, time * rounds, rounds);
        _sources.Complete<TBody>(time * rounds, rounds);
    }

    protected override void Clear() => _sources.Clear();
}

/// <summary>One async method awaits operations that are complete.</summary>
internal sealed class AwaitResolvedWorkload<TBody, TVoid, TVector, TObject>(int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IAwaitRounds<TVoid, TVector, TObject>
{
    public override bool NeedsPreparation => false;

    protected override void RunOne(int time, int rounds) => default(TBody).AwaitResolved(rounds);
}

/// <summary>A chain of continuations on a pending root; then the root completes, then what the continuations returned.</summary>
internal sealed class ChainWorkload<TBody, TVoid, TVector, TObject, TTask>(RoundsKind kind, int rounds) : RoundsWorkload(rounds)
    where TBody : struct, IChainSteps<TVoid, TVector, TObject, TTask>
{
    public override bool NeedsPreparation => IsPending;

    private static RoundSources<TVoid, TVector, TObject> Sources => default(TBody).Sources;

    private bool IsPending => kind == RoundsKind.ContinueWithPending;

    protected override void Reserve() => Sources.Reserve(IsPending ? Capacity : 0);

    protected override void Prepare(int times, int rounds)
    {
        if (IsPending)
        {
            Sources.Fill<TBody>(times * rounds);
        }
    }

    protected override void RunOne(int time, int rounds)
    {
        TObject root = default(TBody).CreateObject();
        default(TBody).Forget(kind switch
        {
            RoundsKind.ContinueWithFromValue => FromValue(root, rounds),
            RoundsKind.ContinueWithResolved => Resolved(root, rounds),
            _ => Pending(root, rounds),
        });
        default(TBody).Complete(root, RoundTally.Object);
        if (IsPending)
        {
            Sources.Complete<TBody>(time * rounds, rounds);
        }
    }

    protected override void Clear() => Sources.Clear();

    private static TTask FromValue(TObject root, int rounds)
    {
        TTask last = default(TBody).TaskOf(root);
        for (int round = 0; round < rounds; round++)
        {
            last = default(TBody).FromValue(last);
        }

        return last;
    }

    private static TTask Resolved(TObject root, int rounds)
    {
        TTask last = default(TBody).TaskOf(root);
        for (int round = 0; round < rounds; round++)
        {
            last = default(TBody).Resolved(last);
        }

        return last;
    }

    private static TTask Pending(TObject root, int rounds)
    {
        TTask last = default(TBody).TaskOf(root);
        for (int round = 0; round < rounds; round++)
        {
            last = default(TBody).Pending(last);
        }

        return last;
    }
}
