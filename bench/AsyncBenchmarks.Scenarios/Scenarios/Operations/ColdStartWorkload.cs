namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// The first operations of a process, three nested async methods over a pending operation each, one after the other: how long it takes
/// from the first one's start to the end of some later ones. Compiling is part of it, and the library's own beginning.
/// </summary>
internal sealed class ColdStartWorkload<TBody, TSource, TTask> : LinkedWorkload<TBody, TSource, TTask>
    where TBody : struct, IOperations<TSource, TTask>
{
    private const int Methods = 3;

    private readonly Tally _tally = new();

    /// <summary>A smoke run does fewer operations under the same columns.</summary>
    private readonly int[] _marks = Haste.Choose<int[]>([1, 1_000, 100_000, 1_000_000], [1, 10, 100, 1_000]);
    private readonly string[] _columns = ["To the 1st", "To the 1,000th", "To the 100,000th", "To the 1,000,000th"];
    private readonly long[] _ticks = new long[4];

    public override int OperationsPerRun => _marks[_marks.Length - 1];

    public override IReadOnlyList<Figure> Figures =>
    [
        .. base.Figures,
        .. _columns.Zip(_ticks, static (name, ticks) => new Figure(name, ticks * 1e9 / Stopwatch.Frequency, FigureUnit.Nanoseconds)),
    ];

    public override void Run()
    {
        long start = Stopwatch.GetTimestamp();
        int done = 0;
        for (int mark = 0; mark < _marks.Length; mark++)
        {
            for (; done < _marks[mark]; done++)
            {
                TSource source = default(TBody).Create();
                default(TBody).Count(Link(source, Methods - 1), _tally);
                default(TBody).Complete(source, 1);
                _tally.Demand(1, Methods);
            }

            _ticks[mark] = Stopwatch.GetTimestamp() - start;
        }
    }
}

internal sealed record ColdStartWork : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new ColdStartWorkload<TBody, TSource, TTask>());
}
