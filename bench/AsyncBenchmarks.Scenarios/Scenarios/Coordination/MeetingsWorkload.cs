namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Async methods wait for each other, again and again: each starts to wait on an event before it arrives, and the last to arrive ends the
/// waits of all. Rounds alternate between two events. Per wait.
/// </summary>
internal abstract class MeetingsWorkload(CoordinationWork work) : Workload
{
    private readonly int _rounds = Haste.Choose(10_000, 1_000) / work.Methods;
    private int _first;
    private long _arrived;

    public override int OperationsPerRun => work.Methods * _rounds;

    protected Entries Entries { get; } = new() { AreShared = true };

    public override void Run()
    {
        Entries.Expect(work.Methods * _rounds, work.Methods);
        for (int i = 0; i < work.Methods; i++)
        {
            Start(_first, _rounds);
        }

        Entries.Demand();

        // Not from the start: the event of the last round is reset in the next one.
        _first += _rounds;
    }

    /// <summary>Starts an async method, which waits in so many rounds.</summary>
    protected abstract void Start(int first, int rounds);

    /// <summary>Ends the waits of this round; of a countdown event, each method signals it.</summary>
    protected abstract void Set(int round);

    /// <summary>Makes the event of the round before pending. All have left it.</summary>
    protected abstract void ResetPrevious(int round);

    /// <summary>A method has started to wait.</summary>
    protected void Arrive(int round)
    {
        bool isLast = Interlocked.Increment(ref _arrived) == (long)work.Methods * (round + 1);
        if (isLast)
        {
            ResetPrevious(round);
        }

        if (isLast || work.Type == CoordinationType.CountdownEvent)
        {
            Set(round);
        }
    }

    /// <summary>A wait has ended; it counts if all had arrived.</summary>
    protected void Leave(int round)
    {
        if (Volatile.Read(ref _arrived) >= (long)work.Methods * (round + 1))
        {
            Entries.Add();
        }
    }
}
