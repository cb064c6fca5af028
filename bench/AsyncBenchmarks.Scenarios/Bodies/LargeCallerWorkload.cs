namespace AsyncBenchmarks.Bodies;

/// <summary>The chains of <c>LargeCaller.template</c>: too many for the just-in-time compiler to inline all of their calls.</summary>
/// <typeparam name="TBody">The chains with one library.</typeparam>
internal sealed class LargeCallerWorkload<TBody> : Workload
    where TBody : struct, IChainedBody
{
    private const int Chains = 8;

    private readonly bool _pending;

    private LargeCallerWorkload(bool pending) => _pending = pending;

    public override int OperationsPerRun => Chains;

    /// <summary>The work of a library that has the chains.</summary>
    /// <param name="pending">Whether the base operations are completed from outside.</param>
    public static Availability With(bool pending) => Availability.Of(() => new LargeCallerWorkload<TBody>(pending));

    public override void Setup()
    {
        BaseOperations.ArePending = _pending;
        Known.Reset();
    }

    public override void Run()
    {
        default(TBody).ExecuteLargeCaller();
        default(TBody).CompletePending();
        Known.Demand(Chains);
    }
}
