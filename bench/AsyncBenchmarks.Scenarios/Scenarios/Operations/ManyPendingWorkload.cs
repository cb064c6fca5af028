namespace AsyncBenchmarks.Scenarios;

/// <summary>
/// Many pending operations with async methods above them: all are started, then all complete in the same order. Whether one operation
/// costs more when more are pending is what the sizes compare.
/// </summary>
internal abstract class ManyPendingWorkload<TBody, TSource, TTask>(int pending) : LinkedWorkload<TBody, TSource, TTask>
    where TBody : struct, IOperations<TSource, TTask>
{
    public sealed override int OperationsPerRun => Sources.Length;

    protected Tally Tally { get; } = new();

    protected TSource[] Sources { get; } = new TSource[Haste.Choose(pending, Math.Min(pending, 10_000))];

    /// <summary>Completes all with 1, and checks the sum that the methods above them have added up.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // as Link
    protected void CompleteAll(long expected)
    {
        TSource[] sources = Sources;
        foreach (TSource source in sources)
        {
            default(TBody).Complete(source, 1);
        }

        // A library's objects are its own again; the suite must not keep them from its pools, or from the collector.
        Array.Clear(sources, 0, sources.Length);
        Tally.Demand(sources.Length, expected);
    }
}

/// <summary>Two nested async methods over each of many pending operations.</summary>
internal sealed class InFlightWorkload<TBody, TSource, TTask>(int operations) : ManyPendingWorkload<TBody, TSource, TTask>(operations)
    where TBody : struct, IOperations<TSource, TTask>
{
    public override void Run()
    {
        TSource[] sources = Sources;
        for (int number = 0; number < sources.Length; number++)
        {
            TSource source = default(TBody).Create();
            sources[number] = source;
            default(TBody).Count(Link(source, 1), Tally);
        }

        CompleteAll(expected: 2L * sources.Length);
    }
}

internal sealed record InFlightWork(int Operations) : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new InFlightWorkload<TBody, TSource, TTask>(Operations));
}
