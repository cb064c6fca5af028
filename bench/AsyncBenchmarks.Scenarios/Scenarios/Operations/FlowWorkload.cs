namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Operations are started under one value of an AsyncLocal and completed under another. This shows the cost of flowing the context,
/// and which libraries do.
/// </summary>
internal sealed class FlowWorkload<TBody, TSource, TTask>(LocalValue value) : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    private const int Operations = 100;
    private const int OfCompleter = 1_000_000;

    private readonly AsyncLocal<int> _local = new();
    private readonly Tally _tally = new();
    private readonly TSource[] _sources = new TSource[Operations];
    private bool _flows;

    public override int OperationsPerRun => Operations;

    public override IReadOnlyList<Figure> Figures => [.. base.Figures, new Figure("Flows", _flows ? 1 : 0, FigureUnit.YesNo)];

    public override void Setup()
    {
        Tally watch = new();
        _local.Value = 1;
        TSource source = default(TBody).Create();
        default(TBody).Watch(default(TBody).TaskOf(source), _local, watch);
        _local.Value = 2;
        default(TBody).Complete(source, 0);
        watch.Await(1);
        _flows = watch.Sum == 1;
        _local.Value = 0;
    }

    public override void Run()
    {
        for (int number = 0; number < Operations; number++)
        {
            if (value == LocalValue.Changing)
            {
                _local.Value = number;
            }
            else if (value == LocalValue.Same && number == 0)
            {
                _local.Value = 1;
            }

            TSource source = default(TBody).Create();
            _sources[number] = source;
            default(TBody).Watch(default(TBody).TaskOf(source), _local, _tally);
        }

        if (value != LocalValue.None)
        {
            _local.Value = OfCompleter;
        }

        for (int number = 0; number < Operations; number++)
        {
            default(TBody).Complete(_sources[number], 0);
        }

        _tally.Demand(Operations, Expected);
    }

    private long Expected => value switch
    {
        LocalValue.None => 0,
        _ when !_flows => (long)Operations * OfCompleter,
        LocalValue.Same => Operations,
        _ => Operations * (Operations - 1) / 2,
    };
}

/// <summary>The value of an AsyncLocal while operations are started.</summary>
internal enum LocalValue
{
    /// <summary>None was ever set: the context is the default one.</summary>
    None,

    /// <summary>The same all the time.</summary>
    Same,

    /// <summary>Another one for every operation.</summary>
    Changing,
}

internal sealed record FlowWork(LocalValue Value) : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new FlowWorkload<TBody, TSource, TTask>(Value));
}
