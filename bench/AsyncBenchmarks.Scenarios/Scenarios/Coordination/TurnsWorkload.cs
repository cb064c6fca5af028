namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Async methods take turns: each waits until the one before lets it go, and is behind all the others again. Or a hundred, one after the
/// other, have nothing to wait for. Per turn.
/// </summary>
internal abstract class TurnsWorkload(CoordinationWork work) : Workload
{
    private const int Uncontended = 100;

    // So many that waking a thread of the pool, once in a run, is little beside them.
    private const int Contended = 10_000;

    private readonly int _methods = work.Methods == 0 ? Uncontended : work.Methods;
    private readonly int _turns = work.Methods == 0 ? 1 : Haste.Choose(Contended, 1_000) / work.Methods;

    public override int OperationsPerRun => _methods * _turns;

    /// <summary>Every second method, if those wait for something else; they may have their turns together.</summary>
    public TurnsWorkload? Sharing
    {
        get;
        init
        {
            field = value;
            value?.Entries.AreShared = true;
        }
    }

    protected Entries Entries { get; } = new();

    public override void Run()
    {
        int kinds = Sharing is null ? 1 : 2;
        int each = _methods / kinds;
        Entries.Expect(each * _turns, each);
        Sharing?.Entries.Expect(each * _turns, each);
        if (work.Methods > 0)
        {
            Hold();
        }

        for (int i = 0; i < each; i++)
        {
            Start(_turns);
            Sharing?.Start(_turns);
        }

        if (work.Methods > 0)
        {
            Entries.DemandNone();
            Sharing?.Entries.DemandNone();
            Release();
        }

        Entries.Demand();
        Sharing?.Entries.Demand();
    }

    /// <summary>Takes what the methods wait for. It is free: nobody waits.</summary>
    protected abstract void Hold();

    /// <summary>Lets the first method go.</summary>
    protected abstract void Release();

    /// <summary>Starts an async method, which waits, adds an entry and lets the next one go, so many times.</summary>
    protected abstract void Start(int turns);
}
