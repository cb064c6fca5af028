namespace AsyncBenchmarks.Bodies;

/// <summary>One Execute after the other, or several in flight together.</summary>
/// <typeparam name="TBody">The graph with one library.</typeparam>
internal sealed class NestedWorkload<TBody> : Workload
    where TBody : struct, INestedBody
{
    private readonly bool _pending;
    private int _started;

    private NestedWorkload(bool pending) => _pending = pending;

    public override bool CanOverlap => true;

    /// <summary>Offers it.</summary>
    /// <param name="pending">Whether the base operations are completed from outside.</param>
    public static Offer Offer(bool pending) => AsyncBenchmarks.Offer.Of(() => new NestedWorkload<TBody>(pending));

    public override void Setup()
    {
        BaseOperations.ArePending = _pending;
        Known.Reset();
        _started = 0;
    }

    public override void Run()
    {
        default(TBody).Execute();
        default(TBody).CompletePending();
        Known.Demand(1);
    }

    public override void StartOne()
    {
        default(TBody).Execute();
        _started++;
    }

    public override void CompleteAll()
    {
        default(TBody).CompletePending();
        int started = _started;
        _started = 0;
        Known.Demand(started);
    }
}
