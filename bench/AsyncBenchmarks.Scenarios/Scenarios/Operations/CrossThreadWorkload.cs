namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// One thread starts operations, and another completes those of the step before at the same time: all objects go one way, from the thread
/// that rents them to the one that gives them back.
/// </summary>
internal sealed class CrossThreadWorkload<TBody, TSource, TTask>() : SteppedWorkload(threads: 2, Steps)
    where TBody : struct, IOperations<TSource, TTask>
{
    private const int Steps = 16;

    private readonly TSource[][] _sources = [new TSource[OperationsPerStep], new TSource[OperationsPerStep]];
    private readonly Tally _tally = new();
    private readonly CoreDistance _distance = new();
    private bool _measuresDistance;

    public override int OperationsPerRun => Steps * OperationsPerStep;

    public override IReadOnlyList<Figure> Figures
    {
        get
        {
            _measuresDistance = true;
            base.Run();
            _measuresDistance = false;
            return [.. base.Figures, new Figure("Core distance", _distance.Nanoseconds, FigureUnit.Nanoseconds)];
        }
    }

    public override void Run()
    {
        base.Run();
        _tally.Demand(Steps * OperationsPerStep, (long)Steps * OperationsPerStep * (OperationsPerStep - 1) / 2);
    }

    protected override void DoStep(int thread, int step)
    {
        if (_measuresDistance && step > 0)
        {
            return;
        }

        if (_measuresDistance)
        {
            _distance.Exchange(thread);
        }
        else if (thread == 0)
        {
            Start(step);
        }
        else
        {
            Complete(step);
        }
    }

    private void Start(int step)
    {
        TSource[] sources = _sources[step % 2];
        for (int number = 0; number < OperationsPerStep && step < Steps; number++)
        {
            sources[number] = default(TBody).Create();
            default(TBody).Count(default(TBody).TaskOf(sources[number]), _tally);
        }
    }

    private void Complete(int step)
    {
        TSource[] sources = _sources[(step + 1) % 2];
        for (int number = 0; number < OperationsPerStep && step > 0; number++)
        {
            default(TBody).Complete(sources[number], number);
        }
    }
}

/// <summary>How far two threads' cores are from each other: the time in which a write of the one is seen by the other.</summary>
internal sealed class CoreDistance
{
    private const int Exchanges = 20_000;

    private int _turn;

    /// <summary>The time of one way.</summary>
    public double Nanoseconds { get; private set; }

    /// <summary>Lets the two threads, 0 and 1, take turns.</summary>
    public void Exchange(int thread)
    {
        // SpinWait would sleep, and hide the distance; Yield lets the other thread run if both share a processor.
        long start = Stopwatch.GetTimestamp();
        for (int turn = thread; turn < 2 * Exchanges; turn += 2)
        {
            for (int spins = 1; Volatile.Read(ref _turn) % (2 * Exchanges) != turn; spins++)
            {
                if (spins % 10_000 == 0)
                {
                    Thread.Yield();
                }
            }

            Volatile.Write(ref _turn, turn + 1);
        }

        if (thread == 0)
        {
            Nanoseconds = (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency / (2 * Exchanges);
        }
    }
}

internal sealed record CrossThreadWork : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new CrossThreadWorkload<TBody, TSource, TTask>());
}
