namespace AsyncBenchmarks.Scenarios;

/// <summary>Operations are started, each awaited by an async method; when all are in flight they complete, the last one first.</summary>
internal sealed class ReversedWorkload<TBody, TSource, TTask>(int operations) : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    private readonly Tally _tally = new();
    private readonly TSource[] _sources = new TSource[operations];

    public override int OperationsPerRun => operations;

    public override void Run()
    {
        for (int number = 0; number < operations; number++)
        {
            _sources[number] = default(TBody).Create();
            default(TBody).Count(default(TBody).TaskOf(_sources[number]), _tally);
        }

        for (int number = operations - 1; number >= 0; number--)
        {
            default(TBody).Complete(_sources[number], number);
        }

        _tally.Demand(operations, operations * (operations - 1L) / 2);
    }
}

internal sealed record ReversedWork(int Operations) : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new ReversedWorkload<TBody, TSource, TTask>(Operations));
}
