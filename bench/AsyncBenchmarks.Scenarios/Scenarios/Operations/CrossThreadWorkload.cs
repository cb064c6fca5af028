using System.Diagnostics;

namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// One thread starts operations, and another completes those of the step before at the same time: all objects go one way, from the thread
/// that rents them to the one that gives them back.
/// </summary>
internal sealed class CrossThreadWorkload<TBody, TSource, TTask> : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    private const int Steps = 16;
    private const int OperationsPerStep = 500;

    private readonly TSource[][] _sources = [new TSource[OperationsPerStep], new TSource[OperationsPerStep]];
    private readonly Tally _tally = new();
    private readonly StepBarrier _barrier = new(2);
    private readonly CoreDistance _distance = new();
    private Thread? _completer;
    private Order _order;
    private Exception? _failure;

    /// <summary>What the completing thread does next; written before the barrier and read behind it.</summary>
    private enum Order
    {
        Complete,
        AnswerForDistance,
        End,
    }

    public override int OperationsPerRun => Steps * OperationsPerStep;

    public override IReadOnlyList<Figure> Figures
    {
        get
        {
            Give(Order.AnswerForDistance);
            return [.. base.Figures, new Figure("Core distance", _distance.Ask(), FigureUnit.Nanoseconds)];
        }
    }

    public override void Setup()
    {
        _completer = new Thread(Follow) { IsBackground = true };
        _completer.Start();
        OwnProcessor.Take(0);
    }

    public override void Run()
    {
        Give(Order.Complete);
        Work(Start);
        if (_failure is { } failure)
        {
            throw new WorkloadException("A thread failed: " + failure);
        }

        _tally.Demand(Steps * OperationsPerStep, (long)Steps * OperationsPerStep * (OperationsPerStep - 1) / 2);
    }

    public override void Cleanup()
    {
        Give(Order.End);
        _completer!.Join();
    }

    private void Give(Order order)
    {
        _order = order;
        _barrier.Pass();
    }

    private void Follow()
    {
        OwnProcessor.Take(1);
        while (true)
        {
            _barrier.Pass();
            switch (_order)
            {
                case Order.Complete:
                    Work(Complete);
                    break;
                case Order.AnswerForDistance:
                    _distance.Answer();
                    break;
                default:
                    return;
            }
        }
    }

    // One step more than there are: in the first nothing is completed, in the last nothing is started.
    private void Work(Action<int> work)
    {
        for (int step = 0; step <= Steps; step++)
        {
            try
            {
                work(step);
            }
#pragma warning disable CA1031 // Thrown where it is waited for; here it would end the process, or leave the other waiting.
            catch (Exception exception)
#pragma warning restore CA1031
            {
                _failure = exception;
            }

            _barrier.Pass();
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

    /// <summary>Measures, while the other thread answers.</summary>
    /// <returns>Nanoseconds for one way.</returns>
    public double Ask()
    {
        long start = Stopwatch.GetTimestamp();
        Exchange(first: 0);
        return (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency / (2 * Exchanges);
    }

    /// <summary>The other thread's part.</summary>
    public void Answer() => Exchange(first: 1);

    // SpinWait would sleep, and hide the distance; Yield lets the other thread run if both share a processor.
    private void Exchange(int first)
    {
        for (int turn = first; turn < 2 * Exchanges; turn += 2)
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
    }
}

/// <inheritdoc cref="CrossThreadWorkload{TBody, TSource, TTask}"/>
internal sealed record CrossThreadWork : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new CrossThreadWorkload<TBody, TSource, TTask>());
}
