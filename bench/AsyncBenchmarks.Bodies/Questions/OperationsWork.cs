using System;
using AsyncBenchmarks.Bodies;

namespace AsyncBenchmarks.Scenarios;

/// <summary>The question for one of the scenarios of <see cref="OperationsKind"/>. A library answers with its body.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Size">How many threads, links or methods; which <see cref="LocalValue"/>.</param>
internal sealed record OperationsWork(OperationsKind Kind, int Size)
{
    /// <summary>The answer of a library that has such operations.</summary>
    public Offer With<TBody, TSource, TTask>()
        where TBody : struct, IOperations<TSource, TTask>
    {
        int size = Size;
        return Kind switch
        {
            OperationsKind.Contended => Offer.Of(() => new ContendedWorkload<TBody, TSource, TTask>(size)),
            OperationsKind.Deep => Offer.Of(() => new DeepWorkload<TBody, TSource, TTask>(size)),
            OperationsKind.Cancel => Offer.Of(() => new UnhappyWorkload<TBody, TSource, TTask>(size, canceled: true)),
            OperationsKind.Throw => Offer.Of(() => new UnhappyWorkload<TBody, TSource, TTask>(size, canceled: false)),
            OperationsKind.Burst => Offer.Of(() => new BurstWorkload<TBody, TSource, TTask>(size)),
            OperationsKind.Flow => Offer.Of(() => new FlowWorkload<TBody, TSource, TTask>((LocalValue)size)),
            OperationsKind.GcPauses => Offer.Of(() => new ServerWorkload<TBody, TSource, TTask>()),
            _ => throw new InvalidOperationException("There is no " + Kind + "."),
        };
    }
}
