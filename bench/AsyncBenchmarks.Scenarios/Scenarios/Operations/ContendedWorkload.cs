namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Several threads at once: in every step each starts operations, and completes those that its neighbour has started in the
/// step before. One thread rents an object, and another gives it back.
/// </summary>
internal sealed class ContendedWorkload<TBody, TSource, TTask> : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    private const int Steps = 8;
    private const int OperationsPerStep = 500;

    private readonly Lane[] _lanes;
    private readonly StepBarrier _barrier;
    private Thread[] _threads = [];
    private volatile bool _stopping;
    private Exception? _failure;

    public ContendedWorkload(int threads)
    {
        _lanes = new Lane[threads];
        for (int index = 0; index < threads; index++)
        {
            _lanes[index] = new Lane();
        }

        _barrier = new StepBarrier(threads);
    }

    public override int OperationsPerRun => _lanes.Length * Steps * OperationsPerStep;

    public override void Setup()
    {
        _threads = new Thread[_lanes.Length - 1];
        for (int index = 0; index < _threads.Length; index++)
        {
            int lane = index + 1;
            _threads[index] = new Thread(() => Follow(lane)) { IsBackground = true };
            _threads[index].Start();
        }

        OwnProcessor.Take(0);
    }

    public override void Run()
    {
        _barrier.Pass();
        Work(0);
        if (_failure is { } failure)
        {
            throw new WorkloadException("A thread failed: " + failure);
        }

        foreach (Lane lane in _lanes)
        {
            lane.Tally.Demand(Steps * OperationsPerStep, (long)Steps * OperationsPerStep * (OperationsPerStep - 1) / 2);
        }
    }

    public override void Cleanup()
    {
        _stopping = true;
        _barrier.Pass();
        foreach (Thread thread in _threads)
        {
            thread.Join();
        }
    }

    private void Follow(int lane)
    {
        OwnProcessor.Take(lane);
        while (true)
        {
            _barrier.Pass();
            if (_stopping)
            {
                return;
            }

            Work(lane);
        }
    }

    // One step more than there are: in the first nothing is completed, in the last nothing is started.
    private void Work(int lane)
    {
        Lane own = _lanes[lane];
        Lane neighbour = _lanes[(lane + 1) % _lanes.Length];
        for (int step = 0; step <= Steps; step++)
        {
            try
            {
                DoStep(own, neighbour, step);
            }
#pragma warning disable CA1031 // Thrown where it is waited for; here it would end the process, or leave the others waiting.
            catch (Exception exception)
#pragma warning restore CA1031
            {
                _failure = exception;
            }

            _barrier.Pass();
        }
    }

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

/// <summary>
/// Holds threads until all are there. It spins, and lets others have the processor if that takes long; allocates nothing.
/// </summary>
/// <param name="threads">How many there are.</param>
internal sealed class StepBarrier(int threads)
{
    // How many are there, and how often all were.
    private int _arrived;
    private int _passes;

    /// <summary>Returns when all threads have called it as often as this one.</summary>
    public void Pass()
    {
        int pass = Volatile.Read(ref _passes);
        if (Interlocked.Increment(ref _arrived) == threads)
        {
            _arrived = 0;
            Volatile.Write(ref _passes, pass + 1); // after the line above, so that no thread arrives at the next barrier before it is reset
            return;
        }

        for (int spins = 1; Volatile.Read(ref _passes) == pass; spins++)
        {
            Patience.Spin(spins);
        }
    }
}

/// <inheritdoc cref="ContendedWorkload{TBody, TSource, TTask}"/>
internal sealed record ContendedWork(int Threads) : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new ContendedWorkload<TBody, TSource, TTask>(Threads));
}
