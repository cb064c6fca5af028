namespace AsyncBenchmarks.Scenarios;

/// <summary>Work on a pending operation with async methods above it, each awaiting what the one before returned.</summary>
internal abstract class LinkedWorkload<TBody, TSource, TTask> : Workload
    where TBody : struct, IOperations<TSource, TTask>
{
    /// <summary>Starts so many methods above an operation; returns what the last one returned.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // a part of what is measured: compiled as if it were written there
    protected static TTask Link(TSource source, int methods)
    {
        TTask last = default(TBody).TaskOf(source);
        for (int method = 0; method < methods; method++)
        {
            last = default(TBody).Link(last);
        }

        return last;
    }
}

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

internal sealed record DeepWork(int Links) : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new DeepWorkload<TBody, TSource, TTask>(Links));
}

internal sealed record UnhappyWork(int Methods, bool Canceled) : OperationsWork
{
    public override Availability With<TBody, TSource, TTask>() =>
        Availability.Of(() => new UnhappyWorkload<TBody, TSource, TTask>(Methods, Canceled));
}
