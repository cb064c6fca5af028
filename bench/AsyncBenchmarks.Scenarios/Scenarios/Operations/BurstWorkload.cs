namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Very many operations are in flight at once. Then it is quiet, with a collection every second: what is still held then is
/// what the library's pools keep of a peak.
/// </summary>
internal sealed class BurstWorkload<TBody, TSource, TTask>(int operations) : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    private static readonly TimeSpan s_beat = Haste.Choose(TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(10));
    private static readonly TimeSpan s_quiet = Haste.Choose(TimeSpan.FromSeconds(10), TimeSpan.FromMilliseconds(100));

    private readonly Tally _tally = new();
    private readonly TSource[] _sources = new TSource[operations];
    private long _before;
    private long _heldAtOnce;

    public override int OperationsPerRun => operations;

    public override IReadOnlyList<Figure> Figures =>
    [
        .. base.Figures,
        new Figure("Held at once", _heldAtOnce, FigureUnit.Bytes),
        new Figure("Held after 10 s", HeldAfterQuiet(), FigureUnit.Bytes),
    ];

    public override void Setup()
    {
        // Objects made once, for the first operations, are not part of a burst.
        for (int time = 0; time < 10; time++)
        {
            Run(10);
        }

        _before = Heap.SettledBytes();
    }

    public override void Run()
    {
        Run(operations);
        _heldAtOnce = Heap.SettledBytes() - _before;
    }

    private void Run(int count)
    {
        for (int number = 0; number < count; number++)
        {
            TSource source = default(TBody).Create();
            _sources[number] = source;
            default(TBody).Count(default(TBody).TaskOf(source), _tally);
        }

        for (int number = 0; number < count; number++)
        {
            default(TBody).Complete(_sources[number], 1);
        }

        Array.Clear(_sources, 0, count);
        _tally.Demand(count, count);
    }

    private long HeldAfterQuiet()
    {
        Stopwatch elapsed = Stopwatch.StartNew();
        while (elapsed.Elapsed < s_quiet)
        {
            Thread.Sleep(s_beat);
            GC.Collect();
        }

        return Heap.SettledBytes() - _before;
    }
}

internal sealed record BurstWork(int Operations) : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new BurstWorkload<TBody, TSource, TTask>(Operations));
}
