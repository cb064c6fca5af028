using System;

namespace AsyncBenchmarks.Bodies;

/// <summary>
/// Two nested async methods over each of many pending operations: all are started, then all complete in the same order. Whether one
/// operation costs more when more are in flight is what the sizes compare.
/// </summary>
internal sealed class InFlightWorkload<TBody, TSource, TTask>(int operations) : LinkedWorkload<TBody, TSource, TTask>
    where TBody : struct, IOperations<TSource, TTask>
{
    private readonly Tally _tally = new();
    private readonly TSource[] _sources = new TSource[Haste.Choose(operations, Math.Min(operations, 10_000))];

    public override int OperationsPerRun => _sources.Length;

    public override void Run()
    {
        TSource[] sources = _sources;
        for (int number = 0; number < sources.Length; number++)
        {
            TSource source = default(TBody).Create();
            sources[number] = source;
            default(TBody).Count(Link(source, 1), _tally);
        }

        foreach (TSource source in sources)
        {
            default(TBody).Complete(source, 1);
        }

        // A library's objects are its own again; the suite must not keep them from its pools, or from the collector.
        Array.Clear(sources, 0, sources.Length);
        _tally.Demand(sources.Length, 2L * sources.Length);
    }
}
