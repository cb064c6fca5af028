using System.Runtime.CompilerServices;

namespace AsyncBenchmarks.Bodies;

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
