using System;
using AsyncBenchmarks.Scenarios;

namespace AsyncBenchmarks.Bodies;

/// <summary>A library's operations with a limit.</summary>
/// <typeparam name="TSource">The source of an operation.</typeparam>
/// <typeparam name="TTask">The task.</typeparam>
internal interface ILimited<TSource, TTask>
{
    /// <summary>Makes a pending operation that an hour, or the one token of all, would end.</summary>
    /// <param name="limit">Which of the two.</param>
    /// <param name="source">Completes it.</param>
    TTask Create(WaitLimit limit, out TSource source);
}

/// <summary>
/// An async method awaits each of many pending operations, which all have a limit; then all complete in the same order. Whether a limit
/// costs more when more are pending is what the sizes compare.
/// </summary>
internal sealed class LimitedWorkload<TBody, TLimited, TSource, TTask>(WaitLimit limit, int pending) : Workload
    where TBody : struct, IOperations<TSource, TTask>
    where TLimited : struct, ILimited<TSource, TTask>
{
    private readonly Tally _tally = new();
    private readonly TSource[] _sources = new TSource[Haste.Choose(pending, Math.Min(pending, 10_000))];

    public override int OperationsPerRun => _sources.Length;

    public override void Run()
    {
        TSource[] sources = _sources;
        for (int number = 0; number < sources.Length; number++)
        {
            default(TBody).Count(default(TLimited).Create(limit, out sources[number]), _tally);
        }

        foreach (TSource source in sources)
        {
            default(TBody).Complete(source, 1);
        }

        // As in InFlight: the suite must not keep a library's objects.
        Array.Clear(sources, 0, sources.Length);
        _tally.Demand(sources.Length, sources.Length);
    }
}
