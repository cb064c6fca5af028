using System;

namespace AsyncBenchmarks.Scenarios;

/// <summary>The scenarios that do more with operations than await them one after the other. See <see cref="Tables"/>.</summary>
internal enum OperationsKind
{
    Contended,
    CrossThread,
    Deep,
    Cancel,
    Throw,
    InFlight,
    Burst,
    ColdStart,
    Flow,
    GcPauses,
}

/// <summary>One of the scenarios of <see cref="OperationsKind"/>.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Size">How many threads, links or methods; which <see cref="LocalValue"/>.</param>
internal sealed record OperationsWork(OperationsKind Kind, int Size)
{
    /// <summary>The work of a library that has such operations.</summary>
    public Availability With<TBody, TSource, TTask>()
        where TBody : struct, IOperations<TSource, TTask>
    {
        int size = Size;
        return Kind switch
        {
            OperationsKind.Contended => Availability.Of(() => new ContendedWorkload<TBody, TSource, TTask>(size)),
            OperationsKind.CrossThread => Availability.Of(() => new CrossThreadWorkload<TBody, TSource, TTask>()),
            OperationsKind.Deep => Availability.Of(() => new DeepWorkload<TBody, TSource, TTask>(size)),
            OperationsKind.Cancel => Availability.Of(() => new UnhappyWorkload<TBody, TSource, TTask>(size, canceled: true)),
            OperationsKind.Throw => Availability.Of(() => new UnhappyWorkload<TBody, TSource, TTask>(size, canceled: false)),
            OperationsKind.InFlight => Availability.Of(() => new InFlightWorkload<TBody, TSource, TTask>(size)),
            OperationsKind.ColdStart => Availability.Of(() => new ColdStartWorkload<TBody, TSource, TTask>()),
            OperationsKind.Burst => Availability.Of(() => new BurstWorkload<TBody, TSource, TTask>(size)),
            OperationsKind.Flow => Availability.Of(() => new FlowWorkload<TBody, TSource, TTask>((LocalValue)size)),
            OperationsKind.GcPauses => Availability.Of(() => new ServerWorkload<TBody, TSource, TTask>()),
            _ => throw new InvalidOperationException("There is no " + Kind + "."),
        };
    }
}
