namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Several threads at once: in every step each starts operations, and completes those that its neighbour has started in the
/// step before. One thread rents an object, and another gives it back.
/// </summary>
internal sealed class ContendedWorkload<TBody, TSource, TTask>(int threads) : SteppedWorkload(threads, Steps)
    where TBody : struct, IOperations<TSource, TTask>
{
    private const int Steps = 8;

    private readonly Lane[] _lanes = [.. Enumerable.Range(0, threads).Select(static _ => new Lane())];

    public override int OperationsPerRun => _lanes.Length * Steps * OperationsPerStep;

    public override void Run()
    {
        base.Run();
        foreach (Lane lane in _lanes)
        {
            lane.Tally.Demand(Steps * OperationsPerStep, (long)Steps * OperationsPerStep * (OperationsPerStep - 1) / 2);
        }
    }

    protected override void DoStep(int thread, int step) => DoStep(_lanes[thread], _lanes[(thread + 1) % _lanes.Length], step);

    private static void DoStep(Lane own, Lane neighbour, int step)
    {
        TSource[] started = own.Sources[step % 2];
        TSource[] toComplete = neighbour.Sources[(step + 1) % 2];
        for (int number = 0; number < OperationsPerStep; number++)
        {
            if (step < Steps)
            {
                TSource source = default(TBody).Create();
                started[number] = source;
                default(TBody).Count(default(TBody).TaskOf(source), own.Tally);
            }

            if (step > 0)
            {
                default(TBody).Complete(toComplete[number], number);
            }
        }
    }

    /// <summary>The operations of one thread. The thread that completes them in the next step uses the tally.</summary>
    private sealed class Lane
    {
        public TSource[][] Sources { get; } = [new TSource[OperationsPerStep], new TSource[OperationsPerStep]];

        public Tally Tally { get; } = new();
    }
}

internal sealed record ContendedWork(int Threads) : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new ContendedWorkload<TBody, TSource, TTask>(Threads));
}
