namespace PooledAwait;

/// <summary>Tells whether the methods that allocate nothing when they are optimized were optimized.</summary>
/// <remarks>The just-in-time compiler silently gives up optimizing a method that it can't encode, and a debugger or a setting may forbid it
/// to optimize at all. Each await then boxes its awaiter.</remarks>
internal static class OptimizationProbe
{
    /// <summary>Some other allocation of the same thread may fall into one of them.</summary>
    private const int Attempts = 3;

    /// <summary>Zero also where tracking or an interpreter allocates anyway.</summary>
    internal static long BytesOfAnAwait()
    {
        if (Pool.Tracking != TrackingLevel.Off || Runtimes.MayBeMono)
        {
            return 0;
        }

        // Makes the objects that the others find in the pool.
        Await();
        long least = long.MaxValue;
        for (int i = 0; i < Attempts; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Await();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    private static void Await()
    {
        PooledValueTaskSource source = PooledValueTaskSource.Create();
        PooledValueTask task = AwaitAsync(source.PooledTask);
        source.SetResult();
        task.GetAwaiter().GetResult();
    }

    private static async PooledValueTask AwaitAsync(PooledValueTask task) => await task.ConfigureAwait(false);
}
