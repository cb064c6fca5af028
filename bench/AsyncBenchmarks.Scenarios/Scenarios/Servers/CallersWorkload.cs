namespace AsyncBenchmarks.Scenarios;

/// <summary>Callers that make commands to a real server, each one after the other, until there are no more.</summary>
/// <param name="commands">How many commands each makes in a run, on average.</param>
internal abstract class CallersWorkload(int callers, int commands) : Workload
{
    private const int RatesKept = 64;

    private readonly CommandLoad _load = new();
    private readonly List<double> _rates = new(RatesKept);

    public override int OperationsPerRun { get; } = callers * commands;

    public override bool WaitsForOthers => true;

    public override IReadOnlyList<Figure> Figures =>
    [
        .. base.Figures,
        new Figure("Commands/s", _rates.Order().ElementAtOrDefault(_rates.Count / 2), FigureUnit.Count),
        new Figure("p50 latency", _load.Percentile(0.5), FigureUnit.Latency),
        new Figure("p99 latency", _load.Percentile(0.99), FigureUnit.Latency),
    ];

    public override void Run()
    {
        long start = Stopwatch.GetTimestamp();
        _load.Begin(callers, OperationsPerRun);
        for (int caller = 0; caller < callers; caller++)
        {
            StartCaller(caller, _load);
        }

        _load.End();
        if (_rates.Count == RatesKept)
        {
            _rates.RemoveAt(0);
        }

        _rates.Add(OperationsPerRun / Stopwatch.GetElapsedTime(start).TotalSeconds);
    }

    /// <summary>Starts a caller, which takes commands from the load.</summary>
    protected abstract void StartCaller(int caller, CommandLoad load);
}
