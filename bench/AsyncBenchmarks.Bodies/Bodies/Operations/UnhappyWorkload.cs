using System;

namespace AsyncBenchmarks.Bodies;

/// <summary>A pending operation is canceled, or fails, below some async methods; the last one catches it.</summary>
internal sealed class UnhappyWorkload<TBody, TSource, TTask>(int methods, bool canceled) : LinkedWorkload<TBody, TSource, TTask>
    where TBody : struct, IOperations<TSource, TTask>
{
    private readonly Tally _tally = new();

    public override void Run()
    {
        TSource source = default(TBody).Create();
        default(TBody).Catch(Link(source, methods - 1), _tally);
        if (canceled)
        {
            default(TBody).Cancel(source);
        }
        else
        {
            default(TBody).Fail(source, new InvalidOperationException());
        }

        _tally.Demand(1, canceled ? Tally.Canceled : Tally.Failed);
    }
}
