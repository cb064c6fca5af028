using System;

namespace AsyncBenchmarks.Bodies;

/// <summary>A pending operation is canceled, or fails, below some async methods; the last one catches it.</summary>
internal sealed class UnhappyWorkload<TBody, TSource, TTask>(int methods, bool canceled) : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    private readonly Tally _tally = new();

    public override void Run()
    {
        TSource source = default(TBody).Create();
        TTask last = default(TBody).TaskOf(source);
        for (int method = 1; method < methods; method++)
        {
            last = default(TBody).Link(last);
        }

        default(TBody).Catch(last, _tally);
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
