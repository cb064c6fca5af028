namespace AsyncBenchmarks.Bodies;

/// <summary>A chain of pending operations: link k awaits what link k - 1 returned. Then the first completes. Per link.</summary>
internal sealed class DeepWorkload<TBody, TSource, TTask>(int links) : LinkedWorkload<TBody, TSource, TTask>
    where TBody : struct, IOperations<TSource, TTask>
{
    private readonly Tally _tally = new();

    public override int OperationsPerRun => links;

    public override void Run()
    {
        TSource source = default(TBody).Create();
        default(TBody).Count(Link(source, links), _tally);
        default(TBody).Complete(source, 1);
        _tally.Demand(1, 1 + links);
    }
}
