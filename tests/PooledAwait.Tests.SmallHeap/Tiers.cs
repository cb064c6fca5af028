using System;
using System.Diagnostics;
using System.Threading;

namespace PooledAwait.Tests.SmallHeap;

/// <summary>The same calls before and after the just-in-time compiler has optimized what they call.</summary>
internal static class Tiers
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    /// <param name="calls">How many in a window.</param>
    /// <returns>What a window allocates: the first, and the first that allocates nothing, or the last if none does.</returns>
    internal static (long First, long Hot) Measure(int calls)
    {
        // What is made once: objects, and the pools' arrays.
        Call();
        long first = Bytes(calls);
        long hot = first;
        Stopwatch elapsed = Stopwatch.StartNew();
        while (hot != 0 && elapsed.Elapsed < s_patience)
        {
            // The optimizer works in the background, and waits until nothing new is compiled for a while.
            Thread.Sleep(50);
            hot = Bytes(calls);
        }

        return (first, hot);
    }

    private static long Bytes(int calls)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < calls; i++)
        {
            Call();
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static void Call()
    {
        PooledValueTaskSource<int> source = PooledValueTaskSource<int>.Create();
        PooledValueTask<int> task = Pass(source.PooledTask);
        source.SetResult(1);
        _ = task.GetAwaiter().GetResult();
    }

    private static async PooledValueTask<int> Pass(PooledValueTask<int> task) => await task;
}
