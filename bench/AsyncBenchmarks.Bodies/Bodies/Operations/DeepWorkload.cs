namespace AsyncBenchmarks.Bodies;

/// <summary>A chain of pending operations: link k awaits what link k - 1 returned. Then the first completes. Per link.</summary>
internal sealed class DeepWorkload<TBody, TSource, TTask>(int links) : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    private readonly Tally _tally = new();

    public override int OperationsPerRun => links;

    public override void Run()
    {
        TSource source = default(TBody).Create();
        TTask last = default(TBody).TaskOf(source);
        for (int link = 0; link < links; link++)
        {
            last = default(TBody).Link(last);
        }

        default(TBody).Count(last, _tally);
        default(TBody).Complete(source, 1);
        _tally.Demand(1, 1 + links);
    }
}
